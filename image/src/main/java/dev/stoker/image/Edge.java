package dev.stoker.image;

/** What comes into a picture that moves, from beyond its edge. */
public enum Edge {
    BLACK,
    /** The picture as in a mirror that stands on its last pixel. */
    REFLECT
}
