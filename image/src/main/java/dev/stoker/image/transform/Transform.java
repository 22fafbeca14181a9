package dev.stoker.image.transform;

/** One operation on an image. A transform is a value without code; {@link TransformChain} compiles it. */
public sealed interface Transform permits GeometricTransform, PixelTransform {

    /** This transform with less strength: at 0 it changes nothing or takes the center, at 1 it is the same. */
    Transform atStrength(double strength);
}
