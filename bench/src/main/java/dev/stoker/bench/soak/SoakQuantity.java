package dev.stoker.bench.soak;

/** Something that must not grow while a run goes on. */
enum SoakQuantity {
    RESIDENT("resident memory"),
    THREADS("threads"),
    DESCRIPTORS("descriptors"),
    POINTERS("native pointers");

    private final String title;

    SoakQuantity(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    long of(SoakSample sample) {
        return switch (this) {
            case RESIDENT -> sample.resident();
            case THREADS -> sample.threads();
            case DESCRIPTORS -> sample.descriptors();
            case POINTERS -> sample.pointers();
        };
    }

    /** Memory varies a little and is compared by medians; the others are counted, and compared by the fewest. */
    boolean isMemory() {
        return this == RESIDENT;
    }
}
