/**
 * Knows the files that samples are kept in: shards of checksummed records (TFRecord), read by number or from front to
 * back, written whole, with an index beside them. It never touches what a record means.
 */
@NullMarked
package dev.stoker.data.record;

import org.jspecify.annotations.NullMarked;
