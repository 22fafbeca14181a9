package dev.stoker.image.internal.transform;

import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.policy.AugmentationOperation;

/** The operations of RandAugment and of policies like it, each with a magnitude within its range. */
final class AugmentationOperations {
    private static final int BLACK = 0;

    private AugmentationOperations() {}

    /** Operations are applied to a canvas. */
    static OperationTarget on(MatImage canvas, Workspace workspace) {
        return (operation, magnitude, negative, ranges) ->
                apply(operation, magnitude, negative, ranges, canvas, workspace);
    }

    private static void apply(
            AugmentationOperation operation,
            double magnitude,
            boolean negative,
            OperationRanges ranges,
            MatImage canvas,
            Workspace workspace) {
        double signed = negative ? -magnitude : magnitude;
        double factor = 1 + ranges.factor() * signed;
        switch (operation) {
            case IDENTITY -> {}
            case SHEAR_X, SHEAR_Y, TRANSLATE_X, TRANSLATE_Y, ROTATE ->
                move(operation, signed, ranges, canvas, workspace);
            case BRIGHTNESS -> ColorAdjustments.brightness(canvas, factor);
            case COLOR -> ColorAdjustments.saturation(canvas, factor, workspace);
            case CONTRAST -> ColorAdjustments.contrast(canvas, factor);
            case SHARPNESS -> ImageFilters.sharpness(canvas, factor, workspace);
            case POSTERIZE -> LookupTables.posterize(canvas, ranges.bits(magnitude), workspace);
            case SOLARIZE -> LookupTables.solarize(canvas, 255 * (1 - magnitude), workspace);
            case AUTO_CONTRAST -> LookupTables.autoContrast(canvas, workspace);
            case EQUALIZE -> LookupTables.equalize(canvas, workspace);
            case INVERT -> LookupTables.solarize(canvas, 0, workspace);
        }
    }

    private static void move(
            AugmentationOperation operation,
            double signed,
            OperationRanges ranges,
            MatImage canvas,
            Workspace workspace) {
        if (signed != 0) {
            AffineWarps.warp(canvas, map(operation, signed, ranges, canvas), BLACK, workspace);
        }
    }

    private static AffineMatrix map(
            AugmentationOperation operation, double signed, OperationRanges ranges, MatImage canvas) {
        return switch (operation) {
            case SHEAR_X -> AffineMatrix.shearX(ranges.shear() * signed);
            case SHEAR_Y -> AffineMatrix.shearY(ranges.shear() * signed);
            case TRANSLATE_X -> AffineMatrix.translation(ranges.pixels(signed, canvas.width()), 0);
            case TRANSLATE_Y -> AffineMatrix.translation(0, ranges.pixels(signed, canvas.height()));
            case ROTATE -> AffineWarps.rotation(canvas, StrictMath.toRadians(ranges.degrees() * signed));
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
        };
    }
}
