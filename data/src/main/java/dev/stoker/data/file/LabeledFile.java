package dev.stoker.data.file;

import java.nio.file.Path;

/** A file and the number of its class. */
public record LabeledFile(Path file, int label) {}
