package dev.stoker.image.transform;

/** The pixels beyond the edge of an image. */
public enum PaddingMode {
    BLACK,
    /** The image reflected at its last pixel, which is not repeated. */
    REFLECT
}
