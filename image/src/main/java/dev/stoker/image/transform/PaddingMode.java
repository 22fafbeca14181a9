package dev.stoker.image.transform;

/** What comes into an image that moves, from beyond its edge. */
public enum PaddingMode {
    BLACK,
    /** The image as in a flip that stands on its last pixel. */
    REFLECT
}
