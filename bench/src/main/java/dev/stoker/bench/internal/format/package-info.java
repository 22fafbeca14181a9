/**
 * What a mutated file is given to, one class per format: the reader of the product and an independent check of what it
 * accepts. It never decides which files there are or how they are damaged in a run.
 */
@NullMarked
package dev.stoker.bench.internal.format;

import org.jspecify.annotations.NullMarked;
