package dev.stoker.image.transform;

/** How pixels outside an image are filled. */
public enum PaddingMode {
    BLACK,
    /** The image reflected at its last pixel, which is not repeated. */
    REFLECT
}
