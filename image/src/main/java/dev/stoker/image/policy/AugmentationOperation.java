package dev.stoker.image.policy;

/** The operations that RandAugment, TrivialAugment, AutoAugment and AugMix choose from. */
public enum AugmentationOperation {
    IDENTITY,
    SHEAR_X,
    SHEAR_Y,
    TRANSLATE_X,
    TRANSLATE_Y,
    ROTATE,
    BRIGHTNESS,
    /** Saturation, under the name that AutoAugment gave it. */
    COLOR,
    CONTRAST,
    SHARPNESS,
    POSTERIZE,
    SOLARIZE,
    AUTO_CONTRAST,
    EQUALIZE,
    INVERT
}
