package dev.stoker.data.near;

import java.util.function.LongToIntFunction;

/**
 * A set of records, of which some are kept.
 *
 * @param identity another text where any record is another
 * @param bytes of a record as it is stored
 */
public record NearSet(String identity, long records, LongToIntFunction bytes) {}
