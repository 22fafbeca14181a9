package dev.stoker.tensor.augment;

import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import java.util.List;

/**
 * Augments source images in bytes to input of a model, each by its row of {@link AugmentationParameters}: cropped, rotated,
 * color-jittered, normalized. All devices compute the same images, and each depends on its own row alone. All input is in
 * tensors, so that it can be part of a CUDA graph.
 */
public interface ImageAugmenter {

    /** Images in float32 as batch × channels × height × width over channels-last memory; they belong to the innermost scope. */
    Tensor augment(Tensor sources, Tensor parameters);

    /**
     * An augmenter of images of one shape, from sources with as many channels. What it keeps on the device belongs to the innermost
     * scope.
     *
     * @param mean mean of each channel as a fraction of a full byte
     * @param deviation deviation of each channel, likewise
     * @param requirements what rows may use: the mean gray of an image, blur
     */
    static ImageAugmenter on(
            Device device,
            Shape target,
            List<Double> mean,
            List<Double> deviation,
            AugmentationRequirements requirements) {
        var settings = new ImageAugmenterSettings(target, mean, deviation, requirements);
        return switch (device) {
            case Device.Cpu _ -> new CpuImageAugmenter(settings);
            case Device.Cuda cuda -> new CudaImageAugmenter(settings, cuda);
        };
    }
}
