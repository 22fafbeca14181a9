package dev.stoker.data.internal.tuning;

/**
 * A measured window of an iteration: elements per second, the consumer's share of time spent waiting, the share of that during
 * which workers had no room, the workers' share of time spent reading, and how much of the CPU is in
 * use, of the budget or of the machine.
 */
record TuningWindow(double rate, double waiting, double blocked, double reading, double cpu) {}
