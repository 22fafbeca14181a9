/**
 * Knows TFRecord shards: checksummed records, read by number or as a stream, written whole, with an index beside
 * them; it never touches what a record means.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.data.record;

import org.jspecify.annotations.NullMarked;
