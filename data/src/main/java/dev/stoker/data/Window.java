package dev.stoker.data;

/**
 * A moment of an iteration: elements per second, the consumer's share of time spent waiting, the workers' shares spent
 * waiting for room and reading, and how much of the CPU budget they used.
 */
record Window(double rate, double waiting, double roomless, double reading, double cpu) {

    static Window of(long nanos, long elements, Meters.Sums sums, double cpuBudget) {
        double threads = Math.max(1, sums.busy() + sums.waitedForRoom());
        return new Window(
                elements * 1e9 / nanos,
                sums.waitedForInput() / (double) nanos,
                sums.waitedForRoom() / threads,
                Math.min(1, sums.reading() / threads),
                sums.processor() / (cpuBudget * nanos));
    }
}
