package dev.stoker.data.example;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the list of a feature holds. */
public enum FeatureKind {
    BYTES(1),
    FLOAT(2),
    INT64(3);

    private final int tag;

    FeatureKind(int field) {
        tag = ProtobufTag.delimited(field);
    }

    /** The tag of the list within a feature. */
    int tag() {
        return tag;
    }

    /** The kind of list with this tag, or null for an unknown field. */
    static @Nullable FeatureKind ofTag(int tag) {
        return tag == BYTES.tag ? BYTES : tag == FLOAT.tag ? FLOAT : tag == INT64.tag ? INT64 : null;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
