package dev.stoker.lab.doctor;

import java.util.OptionalDouble;

/**
 * The resources of a plan.
 *
 * @param inputCpu cores that the input pipeline may use
 * @param disk speed of reading over the present one
 * @param batch images of a step
 * @param device speed of the GPU over the present one
 */
record Scenario(double cores, double workers, double inputCpu, double disk, double batch, double device) {
    Scenario with(WhatIf.Resource resource, double factor) {
        return switch (resource) {
            case CORES -> withCores(factor);
            case DISK -> new Scenario(cores, workers, inputCpu, factor * disk, batch, device);
            case WORKERS -> new Scenario(cores, Math.floor(factor * workers), inputCpu, disk, batch, device);
            case INPUT_CPU -> new Scenario(cores, workers, factor * inputCpu, disk, batch, device);
            case BATCH -> new Scenario(cores, workers, inputCpu, disk, Math.floor(factor * batch), device);
            case GPU -> new Scenario(cores, workers, inputCpu, disk, batch, factor * device);
        };
    }

    /** Without a limit of its own, the input pipeline may use all cores. */
    private Scenario withCores(double factor) {
        double count = Math.floor(factor * cores);
        double limit = inputCpu == cores ? count : Math.min(inputCpu, count);
        return new Scenario(count, workers, limit, disk, batch, device);
    }

    OptionalDouble amount(WhatIf.Resource resource) {
        return switch (resource) {
            case CORES -> OptionalDouble.of(cores);
            case WORKERS -> OptionalDouble.of(workers);
            case INPUT_CPU -> OptionalDouble.of(inputCpu);
            case BATCH -> OptionalDouble.of(batch);
            case DISK, GPU -> OptionalDouble.empty();
        };
    }
}
