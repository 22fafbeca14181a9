package dev.stoker.image.transform;

/** How the pixels of a resized image are computed. */
public enum Interpolation {
    NEAREST,
    /** Bilinear: the fastest that is smooth, but downscaling by more than two skips pixels. */
    LINEAR,
    CUBIC,
    /** The mean of all pixels covered: the best for downscaling, for six times the work; upscales linearly. */
    AREA
}
