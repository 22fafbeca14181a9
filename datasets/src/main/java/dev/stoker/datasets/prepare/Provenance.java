package dev.stoker.datasets.prepare;

/** Who makes a set: Stoker's version and the command line, word for word. */
public record Provenance(String version, String command) {}
