package dev.stoker.nn.layer;

/** What becomes of one value of a table's row. */
public sealed interface ColumnEncoding {
    /** The position of the value in the row. */
    int at();

    /** How many features come out of it. */
    int features();

    /** A number, as it is. */
    record Numeric(int at) implements ColumnEncoding {
        public Numeric {
            notNegative(at);
        }

        @Override
        public int features() {
            return 1;
        }
    }

    /** A code as a feature for each code, of which one is 1. */
    record OneHot(int at, int codes) implements ColumnEncoding {
        public OneHot {
            notNegative(at);
            positive("codes", codes);
        }

        @Override
        public int features() {
            return codes;
        }
    }

    /** A code as a point of a space, which is learned; the name is part of the weights' name. */
    record Embedding(String name, int at, int codes, int dimension) implements ColumnEncoding {
        public Embedding {
            notNegative(at);
            positive("codes", codes);
            positive("dimension", dimension);
        }

        @Override
        public int features() {
            return dimension;
        }
    }

    private static void notNegative(int at) {
        if (at < 0) {
            throw new IllegalArgumentException("a position cannot be negative, got " + at);
        }
    }

    private static void positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, got " + value);
        }
    }
}
