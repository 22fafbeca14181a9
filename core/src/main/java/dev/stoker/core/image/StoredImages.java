package dev.stoker.core.image;

import dev.stoker.core.Bytes;

/**
 * How encoded images are stored. Sizes are medians of a sample that is the same each time.
 *
 * @param container what holds them, such as files or records
 * @param files image files, or shards
 * @param bytes of all files together
 * @param format of most images, such as JPEG
 * @param image the encoded bytes of one
 */
public record StoredImages(
        String container, long files, Bytes bytes, String format, int height, int width, Bytes image) {
    /** Whether each image is a file of its own. */
    public boolean inFiles() {
        return container.equals("files");
    }

    public int shorterSide() {
        return Math.min(height, width);
    }

    public Bytes bytesPerFile() {
        return new Bytes(bytes.count() / Math.max(1, files));
    }
}
