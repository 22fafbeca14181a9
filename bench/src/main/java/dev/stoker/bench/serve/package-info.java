/** Load on a served model, from another process than the server's, and what became of every request. */
@NullMarked
package dev.stoker.bench.serve;

import org.jspecify.annotations.NullMarked;
