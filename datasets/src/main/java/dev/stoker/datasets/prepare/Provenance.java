package dev.stoker.datasets.prepare;

/** What produced a dataset: Stoker's version and the exact command line. */
public record Provenance(String version, String command) {}
