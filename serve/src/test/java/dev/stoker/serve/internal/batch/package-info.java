/** Tests of batching without HTTP and without a model. */
@NullMarked
package dev.stoker.serve.internal.batch;

import org.jspecify.annotations.NullMarked;
