/** Tests of a served model over real sockets. */
@NullMarked
package dev.stoker.serve;

import org.jspecify.annotations.NullMarked;
