package dev.stoker.datasets;

import dev.stoker.core.Bytes;

/**
 * How the images of a split are stored. Sizes are medians of a sample that is the same each time.
 *
 * @param container what holds them, such as files or records
 * @param files image files, or shards
 * @param bytes of all files together
 * @param format of most images, such as JPEG
 * @param image the encoded bytes of one
 */
public record StoredImages(
        String container, long files, Bytes bytes, String format, int height, int width, Bytes image) {}
