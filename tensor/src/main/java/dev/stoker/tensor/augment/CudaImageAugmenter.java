package dev.stoker.tensor.augment;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.kernel.CudaModule;
import dev.stoker.tensor.internal.kernel.CudaModule.Grid;
import dev.stoker.tensor.internal.kernel.KernelSource;
import dev.stoker.tensor.internal.kernel.KernelSource.FmaContraction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** By the kernels of augment.cu: in one pass, with one more for the mean gray, some for each operation, and two for blur. */
final class CudaImageAugmenter implements ImageAugmenter {
    private static final int THREADS = 256; // as in augment.cu

    private record Variant(Device.Cuda device, int channels) {}

    private static final Map<Variant, CudaModule> PROGRAMS = new ConcurrentHashMap<>();

    private final ImageAugmenterSettings settings;
    private final Device.Cuda device;
    private final CudaModule program;
    private final Tensor mean;
    private final Tensor scale;

    /** Compiles here, since that cannot be done while a CUDA graph is captured. */
    CudaImageAugmenter(ImageAugmenterSettings settings, Device.Cuda device) {
        this.settings = settings;
        this.device = device;
        program = PROGRAMS.computeIfAbsent(
                new Variant(device, settings.channels()), variant -> CudaModule.load(source(variant.channels), device));
        mean = Tensor.of(settings.levels(), device, settings.channels());
        scale = Tensor.of(settings.scales(), device, settings.channels());
    }

    static KernelSource source(int channels) {
        return new KernelSource("augment.cu", List.of("CHANNELS=" + channels), FmaContraction.SEPARATE);
    }

    @Override
    public Tensor augment(Tensor sources, Tensor parameters) {
        settings.check(sources, parameters, device);
        try (var _ = Gradients.off()) {
            int count = Math.toIntExact(parameters.sizes()[0]);
            var target = settings.target();
            var images =
                    Tensor.empty(DataType.FLOAT32, device, count, target.height(), target.width(), target.channels());
            if (count > 0) {
                var sums = settings.requirements().mean()
                        ? Optional.of(meanGraySums(sources, parameters, count))
                        : Optional.<Tensor>empty();
                if (settings.requirements().operations() == 0
                        && !settings.requirements().blur()) {
                    augmentInOnePass(sources, parameters, sums, images, count);
                } else {
                    augmentByCanvas(sources, parameters, sums, images, count);
                }
                sums.ifPresent(Tensor::release);
            }
            var result = images.permute(0, 3, 1, 2);
            images.release();
            return result;
        }
    }

    /** A block processes one image only; a batch may exceed the grid's limit in y, so images are along x. */
    private Grid grid(int count) {
        int pixels = settings.target().height() * settings.target().width();
        return new Grid(count, Math.ceilDiv(pixels, THREADS), THREADS, 1);
    }

    private Tensor meanGraySums(Tensor sources, Tensor parameters, int count) {
        var sums = Tensor.zeros(DataType.INT64, device, count, settings.channels());
        program.launch("sumChannels", grid(count), arguments(sources, parameters, sums.address()));
        return sums;
    }

    private void augmentInOnePass(Tensor sources, Tensor parameters, Optional<Tensor> sums, Tensor images, int count) {
        program.launch(
                "augment",
                grid(count),
                arguments(sources, parameters, address(sums), mean.address(), scale.address(), images.address()));
    }

    private void augmentByCanvas(Tensor sources, Tensor parameters, Optional<Tensor> sums, Tensor images, int count) {
        var cropped =
                Tensor.empty(DataType.UINT8, device, count, settings.target().bytes());
        program.launch("transform", grid(count), arguments(sources, parameters, address(sums), cropped.address()));
        var canvas = settings.requirements().operations() == 0
                ? cropped
                : new CudaOperations(settings, device, program).apply(cropped, parameters, grid(count));
        if (settings.requirements().blur()) {
            var smooth = Tensor.empty(
                    DataType.FLOAT32, device, count, settings.target().bytes());
            program.launch(
                    "blurHorizontal",
                    grid(count),
                    canvas.address(),
                    parameters.address(),
                    settings.target().height(),
                    settings.target().width(),
                    smooth.address());
            finish("blurVertical", smooth, sources, parameters, images, count);
            smooth.release();
        } else {
            finish("finishCanvas", canvas, sources, parameters, images, count);
        }
        canvas.release();
    }

    private void finish(String kernel, Tensor from, Tensor sources, Tensor parameters, Tensor images, int count) {
        var requirements = settings.requirements();
        program.launch(
                kernel,
                grid(count),
                from.address(),
                (int) sources.sizes()[0],
                parameters.address(),
                settings.target().height(),
                settings.target().width(),
                requirements.mean() ? 1 : 0,
                requirements.operations(),
                requirements.mix() ? 1 : 0,
                mean.address(),
                scale.address(),
                images.address());
    }

    /** The arguments of every kernel that reads sources, and those of one kernel after them. */
    private Number[] arguments(Tensor sources, Tensor parameters, Long... more) {
        long[] sizes = sources.sizes();
        var target = settings.target();
        var first = List.<Number>of(
                sources.address(),
                (int) sizes[0],
                (int) sizes[1],
                (int) sizes[2],
                parameters.address(),
                target.height(),
                target.width());
        return Stream.concat(first.stream(), Stream.of(more)).toArray(Number[]::new);
    }

    private static long address(Optional<Tensor> tensor) {
        return tensor.map(Tensor::address).orElse(0L);
    }
}
