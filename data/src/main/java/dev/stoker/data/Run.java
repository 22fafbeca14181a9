package dev.stoker.data;

/** One iteration: what it may use, and how its order is kept. */
record Run(Resources resources, boolean ordered) {
    Run(Resources resources) {
        this(resources, true);
    }

    Run unordered() {
        return new Run(resources, false);
    }
}
