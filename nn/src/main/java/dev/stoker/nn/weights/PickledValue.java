package dev.stoker.nn.weights;

import dev.stoker.core.DataType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a pickle of tensors is made of. Containers compare by identity: a pickle may hold itself, and nothing here may
 * walk into it.
 */
sealed interface PickledValue {

    /** Where a tuple, a list or the items of a dictionary began. */
    enum Mark implements PickledValue {
        HERE
    }

    record Text(String value) implements PickledValue {}

    record Whole(long value) implements PickledValue {}

    /** None, booleans, fractions and numbers beyond 64 bits: allowed in a pickle, never needed. */
    enum Ignored implements PickledValue {
        VALUE
    }

    /** A list or a tuple. */
    final class Items implements PickledValue {
        final List<PickledValue> items = new ArrayList<>();
    }

    /** A dictionary, ordered or not; items whose key is no text are skipped. */
    final class Dictionary implements PickledValue {
        final Map<String, PickledValue> items = new LinkedHashMap<>();
    }

    /** A function that may be named; nothing is ever called. */
    enum Function implements PickledValue {
        ORDERED_DICTIONARY,
        REBUILD_TENSOR,
        REBUILD_PARAMETER,
        RESTORE_TYPE
    }

    /** The kind of a storage. */
    record StorageKind(DataType type) implements PickledValue {}

    /** A member of the archive that tensors are views of. */
    record Storage(DataType type, String key, long elements) implements PickledValue {}

    /** A view of a storage: the offset of its first element, its sizes and strides. */
    record View(Storage storage, long offset, long[] sizes, long[] strides) implements PickledValue {}
}
