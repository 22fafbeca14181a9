package dev.stoker.datasets.internal.source;

/**
 * An image within a tar.
 *
 * @param tar the number of the tar
 * @param label as text, of the file beside the image
 */
record TarSample(int tar, String name, long offset, int length, String label) {}
