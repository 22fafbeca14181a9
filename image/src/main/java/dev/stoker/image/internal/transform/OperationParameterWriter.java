package dev.stoker.image.internal.transform;

import dev.stoker.core.Shape;
import dev.stoker.core.image.OperationParameters;
import dev.stoker.image.policy.AugmentationOperation;

/** Adds operations to the parameters of an image; what changes nothing is left out, as it is on the CPU. */
record OperationParameterWriter(OperationParameters parameters, Shape target)
        implements OperationTarget, ColorParameters {

    @Override
    public void apply(AugmentationOperation operation, double magnitude, boolean negative, OperationRanges ranges) {
        double signed = negative ? -magnitude : magnitude;
        double factor = 1 + ranges.factor() * signed;
        switch (operation) {
            case IDENTITY -> {}
            case SHEAR_X, SHEAR_Y, TRANSLATE_X, TRANSLATE_Y, ROTATE -> move(operation, signed, ranges);
            case BRIGHTNESS -> brightness(factor);
            case COLOR -> saturation(factor);
            case CONTRAST -> contrast(factor);
            case SHARPNESS -> sharpness(factor);
            case POSTERIZE -> parameters.posterize(ranges.bits(magnitude));
            case SOLARIZE -> solarize(255 * (1 - magnitude));
            case AUTO_CONTRAST -> parameters.autoContrast();
            case EQUALIZE -> parameters.equalize();
            case INVERT -> parameters.solarize(0);
        }
    }

    private void move(AugmentationOperation operation, double signed, OperationRanges ranges) {
        if (signed == 0) {
            return;
        }
        switch (operation) {
            case SHEAR_X -> parameters.shearX(ranges.shear() * signed);
            case SHEAR_Y -> parameters.shearY(ranges.shear() * signed);
            case TRANSLATE_X -> parameters.translate(ranges.pixels(signed, target.width()), 0);
            case TRANSLATE_Y -> parameters.translate(0, ranges.pixels(signed, target.height()));
            case ROTATE -> parameters.rotate(StrictMath.toRadians(ranges.degrees() * signed));
            case IDENTITY,
                    BRIGHTNESS,
                    COLOR,
                    CONTRAST,
                    SHARPNESS,
                    POSTERIZE,
                    SOLARIZE,
                    AUTO_CONTRAST,
                    EQUALIZE,
                    INVERT -> throw new IllegalArgumentException(operation + " moves nothing");
        }
    }

    private boolean isColor() {
        return target.channels() == 3;
    }

    @Override
    public void brightness(double factor) {
        if (factor != 1) {
            parameters.brighten(factor);
        }
    }

    @Override
    public void contrast(double factor) {
        if (factor != 1) {
            parameters.contrast(factor);
        }
    }

    @Override
    public void saturation(double factor) {
        if (factor != 1 && isColor()) {
            parameters.saturate(factor);
        }
    }

    @Override
    public void hue(int parts) {
        if (parts != 0 && isColor()) {
            parameters.shiftHue(parts);
        }
    }

    @Override
    public void grayscale() {
        if (isColor()) {
            parameters.gray();
        }
    }

    void sharpness(double factor) {
        if (factor != 1) {
            parameters.sharpen(factor);
        }
    }

    /** Values are whole numbers, so the threshold may be one, too. */
    void solarize(double threshold) {
        parameters.solarize((int) Math.ceil(threshold));
    }
}
