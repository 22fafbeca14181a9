/**
 * Knows TFRecord shards: checksummed records, read by number or as a stream, written whole, with an index beside
 * them; it never touches what a record means.
 */
@NullMarked
package dev.stoker.data.record;

import org.jspecify.annotations.NullMarked;
