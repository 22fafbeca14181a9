package dev.stoker.tensor;

import dev.stoker.core.PictureDemands;
import dev.stoker.core.PictureParameters;
import dev.stoker.core.Shape;
import java.util.List;

/**
 * Makes pictures that a net can take out of source pictures in bytes, each as a row of {@link PictureParameters} says: cropped,
 * turned, coloured, normalised. All devices make the same pictures, and each depends on its own row alone. Everything it reads
 * lies in tensors, so that it can be part of captured work.
 */
public interface PictureMaker {

    /** Pictures in float32 as batch × channels × height × width over channels-last memory; they belong to the innermost scope. */
    Tensor make(Tensor sources, Tensor parameters);

    /**
     * A maker of pictures of one shape, from sources with as many channels. What it keeps on the device belongs to the innermost
     * scope.
     *
     * @param mean mean of each channel as a fraction of a full byte
     * @param deviation deviation of each channel, likewise
     * @param demands what rows may ask for besides
     */
    static PictureMaker on(
            Device device, Shape target, List<Double> mean, List<Double> deviation, PictureDemands demands) {
        var plan = new MakerPlan(target, mean, deviation, demands);
        return switch (device) {
            case Device.Cpu _ -> new PlainMaker(plan);
            case Device.Cuda cuda -> new CudaMaker(plan, cuda);
        };
    }
}
