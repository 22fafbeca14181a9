package dev.stoker.data;

import java.lang.foreign.MemorySegment;

/** The bytes of an image, which belong to its source and stay valid, and the number of its class. */
public record Sample(MemorySegment pixels, int label) {}
