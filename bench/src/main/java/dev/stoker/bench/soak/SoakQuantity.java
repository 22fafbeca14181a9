package dev.stoker.bench.soak;

import java.util.function.ToLongFunction;

/** Something that must not grow while a run goes on. */
enum SoakQuantity {
    RESIDENT("resident memory", SoakSample::resident, true),
    THREADS("threads", SoakSample::threads, false),
    DESCRIPTORS("descriptors", SoakSample::descriptors, false),
    POINTERS("native pointers", SoakSample::pointers, false);

    private final String title;
    private final ToLongFunction<SoakSample> value;
    private final boolean memory;

    SoakQuantity(String title, ToLongFunction<SoakSample> value, boolean memory) {
        this.title = title;
        this.value = value;
        this.memory = memory;
    }

    String title() {
        return title;
    }

    long of(SoakSample sample) {
        return value.applyAsLong(sample);
    }

    /** Memory varies a little and is compared by medians; the others are counted, and compared by the fewest. */
    boolean isMemory() {
        return memory;
    }
}
