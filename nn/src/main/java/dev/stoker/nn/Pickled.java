package dev.stoker.nn;

import dev.stoker.core.ElementType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a pickle of tensors is made of. Containers compare by identity: a pickle may hold itself, and nothing here may
 * walk into it.
 */
sealed interface Pickled {

    /** Where a tuple, a list or the items of a dictionary began. */
    enum Mark implements Pickled {
        HERE
    }

    record Text(String value) implements Pickled {}

    record Whole(long value) implements Pickled {}

    /** None, booleans, fractions and numbers beyond 64 bits: allowed to stand around, never needed. */
    enum Aside implements Pickled {
        VALUE
    }

    /** A list or a tuple. */
    final class Row implements Pickled {
        final List<Pickled> items = new ArrayList<>();
    }

    /** A dictionary, ordered or not; items whose key is no text are left out. */
    final class Dictionary implements Pickled {
        final Map<String, Pickled> items = new LinkedHashMap<>();
    }

    /** A function that may be named; nothing is ever called. */
    enum Function implements Pickled {
        ORDERED_DICTIONARY,
        REBUILD_TENSOR,
        REBUILD_PARAMETER,
        RESTORE_TYPE
    }

    /** The kind of a storage. */
    record StorageKind(ElementType type) implements Pickled {}

    /** Bytes of the archive that tensors look into. */
    record Storage(ElementType type, String key, long elements) implements Pickled {}

    /** A view of a storage: its first element, and how far elements stand apart in each dimension. */
    record View(Storage storage, long offset, long[] sizes, long[] strides) implements Pickled {}
}
