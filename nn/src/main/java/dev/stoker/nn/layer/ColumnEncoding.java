package dev.stoker.nn.layer;

/** How one column of a table is encoded as features. */
public sealed interface ColumnEncoding {
    /** The index of the column in the row. */
    int index();

    /** How many features it becomes. */
    int features();

    /** A number, unchanged. */
    record Numeric(int index) implements ColumnEncoding {
        public Numeric {
            notNegative(index);
        }

        @Override
        public int features() {
            return 1;
        }
    }

    /** A category as a one-hot vector. */
    record OneHot(int index, int categories) implements ColumnEncoding {
        public OneHot {
            notNegative(index);
            positive("codes", categories);
        }

        @Override
        public int features() {
            return categories;
        }
    }

    /** A category as a learned embedding vector; the name is part of the weights' name. */
    record Embedding(String name, int index, int categories, int dimension) implements ColumnEncoding {
        public Embedding {
            notNegative(index);
            positive("codes", categories);
            positive("dimension", dimension);
        }

        @Override
        public int features() {
            return dimension;
        }
    }

    private static void notNegative(int index) {
        if (index < 0) {
            throw new IllegalArgumentException("a position cannot be negative, got " + index);
        }
    }

    private static void positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, got " + value);
        }
    }
}
