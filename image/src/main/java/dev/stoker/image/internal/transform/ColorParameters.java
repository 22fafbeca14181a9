package dev.stoker.image.internal.transform;

import dev.stoker.core.image.AugmentationParameters;

/** Where sampled color changes are written: what changes nothing is left out, and so are saturation and hue of gray images. */
interface ColorParameters {
    void brightness(double factor);

    void contrast(double factor);

    void saturation(double factor);

    /** In 256ths of the color circle. */
    void hue(int parts);

    void grayscale();

    /** Colors that are computed together with the crop, in the same pass. */
    record InOnePass(AugmentationParameters parameters, boolean isColor) implements ColorParameters {
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
            if (factor != 1 && isColor) {
                parameters.saturate(factor);
            }
        }

        @Override
        public void hue(int parts) {
            if (parts != 0 && isColor) {
                parameters.shiftHue(parts);
            }
        }

        @Override
        public void grayscale() {
            if (isColor) {
                parameters.gray();
            }
        }
    }
}
