package dev.stoker.tensor.augment;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.CudaModule;
import dev.stoker.tensor.internal.CudaModule.Grid;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** By the kernels of augment.cu: in one pass, and one more for what is measured, two more for what is blurred. */
final class CudaImageAugmenter implements ImageAugmenter {
    private static final int THREADS = 256; // as in augment.cu

    private record Variant(Device.Cuda device, int channels) {}

    private static final Map<Variant, CudaModule> PROGRAMS = new ConcurrentHashMap<>();

    private final ImageAugmenterSettings plan;
    private final Device.Cuda device;
    private final CudaModule program;
    private final Tensor mean;
    private final Tensor scale;

    /** Compiles here, and not within captured work, where that cannot be done. */
    CudaImageAugmenter(ImageAugmenterSettings plan, Device.Cuda device) {
        this.plan = plan;
        this.device = device;
        program = PROGRAMS.computeIfAbsent(
                new Variant(device, plan.channels()),
                variant -> CudaModule.compile(
                        "augment.cu", device, definitions(variant.channels), CudaModule.FmaContraction.SEPARATE));
        mean = Tensor.of(plan.levels(), device, plan.channels());
        scale = Tensor.of(plan.scales(), device, plan.channels());
    }

    static List<String> definitions(int channels) {
        return List.of("CHANNELS=" + channels);
    }

    @Override
    public Tensor make(Tensor sources, Tensor parameters) {
        plan.check(sources, parameters, device);
        try (var _ = Gradients.off()) {
            int count = Math.toIntExact(parameters.sizes()[0]);
            var target = plan.target();
            var images = Tensor.uninitialized(
                    DataType.FLOAT32, device, count, target.height(), target.width(), target.channels());
            if (count > 0) {
                var sums = plan.requirements().mean()
                        ? Optional.of(measured(sources, parameters, count))
                        : Optional.<Tensor>empty();
                if (plan.requirements().blur()) {
                    blurred(sources, parameters, sums, images, count);
                } else {
                    augmentInOnePass(sources, parameters, sums, images, count);
                }
                sums.ifPresent(Tensor::release);
            }
            var result = images.permute(0, 3, 1, 2);
            images.release();
            return result;
        }
    }

    /** A block has to do with one image only; there may be more images than a grid has lines, so they lie across. */
    private Grid grid(int count) {
        int pixels = plan.target().height() * plan.target().width();
        return new Grid(count, Math.ceilDiv(pixels, THREADS), THREADS, 1);
    }

    private Tensor measured(Tensor sources, Tensor parameters, int count) {
        var sums = Tensor.zeros(DataType.INT64, device, count, plan.channels());
        program.launch("measure", grid(count), scene(sources, parameters, sums.address()));
        return sums;
    }

    private void augmentInOnePass(Tensor sources, Tensor parameters, Optional<Tensor> sums, Tensor images, int count) {
        program.launch(
                "make",
                grid(count),
                scene(sources, parameters, address(sums), mean.address(), scale.address(), images.address()));
    }

    private void blurred(Tensor sources, Tensor parameters, Optional<Tensor> sums, Tensor images, int count) {
        var target = plan.target();
        var canvas = Tensor.uninitialized(DataType.UINT8, device, count, target.bytes());
        var smooth = Tensor.uninitialized(DataType.FLOAT32, device, count, target.bytes());
        program.launch("paint", grid(count), scene(sources, parameters, address(sums), canvas.address()));
        program.launch(
                "smoothAcross",
                grid(count),
                canvas.address(),
                parameters.address(),
                target.height(),
                target.width(),
                smooth.address());
        program.launch(
                "smoothDown",
                grid(count),
                smooth.address(),
                (int) sources.sizes()[0],
                parameters.address(),
                target.height(),
                target.width(),
                sums.isPresent() ? 1 : 0,
                mean.address(),
                scale.address(),
                images.address());
        canvas.release();
        smooth.release();
    }

    /** What every kernel takes that looks at sources, and what one of them takes besides. */
    private Number[] scene(Tensor sources, Tensor parameters, Long... besides) {
        long[] sizes = sources.sizes();
        var target = plan.target();
        var first = List.<Number>of(
                sources.address(),
                (int) sizes[0],
                (int) sizes[1],
                (int) sizes[2],
                parameters.address(),
                target.height(),
                target.width());
        return Stream.concat(first.stream(), Stream.of(besides)).toArray(Number[]::new);
    }

    private static long address(Optional<Tensor> tensor) {
        return tensor.map(Tensor::address).orElse(0L);
    }
}
