package dev.stoker.tensor.jpeg;

import dev.stoker.core.image.HostDecoder;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceStream;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Copies batches of {@link ImageRowLayout} to a device, where JPEG files are decoded to pixels: on a GPU by nvJPEG, which uses
 * hardware decoders where the chip has them, and otherwise by the host. For one thread.
 */
public interface DeviceJpegDecoder extends AutoCloseable {

    /**
     * Row i becomes cell {@code first + i}, and its parameters, with that number as their source, row i of {@code parameters}. The
     * call returns when all work is enqueued; {@code stream} waits for it. Rows must not change until it is done.
     *
     * @param cells bytes as cells × height × width × 3
     * @param parameters int32 as rows × {@link dev.stoker.core.image.AugmentationParameters#WORDS}
     */
    void decode(MemorySegment rows, int count, Tensor cells, int first, Tensor parameters, DeviceStream stream);

    /** Files that the host decoded because the device could not. */
    long decodedByHost();

    /** No batch may be in progress. */
    @Override
    void close();

    /** For batches of at most {@code batch} rows, concurrent with a stream that computes. */
    static DeviceJpegDecoder open(DeviceStream computing, ImageRowLayout layout, int batch, HostDecoder host) {
        return switch (computing.device()) {
            case Device.Cpu _ ->
                new MultiStreamJpegDecoder(
                        layout, host, computing, MultiStreamJpegDecoder.onHost(), () -> JpegBatchDecoder.NONE);
            case Device.Cuda cuda ->
                new MultiStreamJpegDecoder(
                        layout,
                        host,
                        computing,
                        MultiStreamJpegDecoder.STREAMS,
                        () -> NvJpegDecoder.open(
                                cuda, MultiStreamJpegDecoder.share(batch, MultiStreamJpegDecoder.STREAMS), layout));
        };
    }

    /** Why a device cannot decode; empty where it can. On a CPU the host decodes in its place. */
    static Optional<String> whyUnavailable(Device device) {
        return switch (device) {
            case Device.Cpu _ -> Optional.empty();
            case Device.Cuda cuda -> NvJpegLibrary.whyUnavailable(cuda);
        };
    }

    /** Hardware JPEG decoders of a device; 0 where there are none. */
    static int engines(Device device) {
        return switch (device) {
            case Device.Cpu _ -> 0;
            case Device.Cuda cuda ->
                NvJpegLibrary.whyUnavailable(cuda).isPresent() ? 0 : NvJpegLibrary.hardwareDecoders(cuda);
        };
    }
}
