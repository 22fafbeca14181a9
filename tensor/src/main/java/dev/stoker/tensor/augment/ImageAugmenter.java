package dev.stoker.tensor.augment;

import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import java.util.List;

/**
 * Makes images that a net can take out of source images in bytes, each as a row of {@link AugmentationParameters} says: cropped,
 * turned, colored, normalized. All devices make the same images, and each depends on its own row alone. Everything it reads
 * lies in tensors, so that it can be part of captured work.
 */
public interface ImageAugmenter {

    /** Images in float32 as batch × channels × height × width over channels-last memory; they belong to the innermost scope. */
    Tensor make(Tensor sources, Tensor parameters);

    /**
     * A maker of images of one shape, from sources with as many channels. What it keeps on the device belongs to the innermost
     * scope.
     *
     * @param mean mean of each channel as a fraction of a full byte
     * @param deviation deviation of each channel, likewise
     * @param requirements what rows may ask for besides
     */
    static ImageAugmenter on(
            Device device,
            Shape target,
            List<Double> mean,
            List<Double> deviation,
            AugmentationRequirements requirements) {
        var plan = new ImageAugmenterSettings(target, mean, deviation, requirements);
        return switch (device) {
            case Device.Cpu _ -> new CpuImageAugmenter(plan);
            case Device.Cuda cuda -> new CudaImageAugmenter(plan, cuda);
        };
    }
}
