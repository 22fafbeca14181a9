package dev.stoker.image;

/** One thing that a recipe does to a picture. A step is a value; framing and painting are what is done with it. */
public sealed interface Step permits FramingStep, PaintingStep {

    /** This step at less than its strength: at 0 it leaves pictures as they are or takes their middle, at 1 it is itself. */
    Step atStrength(double strength);
}
