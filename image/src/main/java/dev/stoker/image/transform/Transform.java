package dev.stoker.image.transform;

/** One thing that a recipe does to an image. A step is a value; framing and painting are what is done with it. */
public sealed interface Transform permits GeometricTransform, PixelTransform {

    /** This step at less than its strength: at 0 it leaves images as they are or takes their middle, at 1 it is itself. */
    Transform atStrength(double strength);
}
