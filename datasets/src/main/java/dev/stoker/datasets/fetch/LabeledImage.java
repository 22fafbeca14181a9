package dev.stoker.datasets.fetch;

import java.nio.file.Path;

/** An image file and what the archive calls its class. */
record LabeledImage(Path file, String label) {}
