package dev.stoker.tensor;

import dev.stoker.core.HostDecoder;
import dev.stoker.core.PictureRows;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Brings batches of {@link PictureRows} to a device, where files become pixels: on a GPU by nvJPEG, which has engines of its own
 * for it on some, and otherwise by the host. For one thread.
 */
public interface PictureDecoder extends AutoCloseable {

    /**
     * Row i becomes cell {@code first + i}, and its parameters, with that number as their source, row i of the others. The host
     * waits until all of it was asked for; it is done where {@code stream} is then. Until it is done, rows stay as they are.
     *
     * @param cells bytes as cells × height × width × 3
     * @param parameters int32 as rows × {@link dev.stoker.core.PictureParameters#WORDS}
     */
    void decode(MemorySegment rows, int count, Tensor cells, int first, Tensor parameters, DeviceStream stream);

    /** Files that the host decoded because the device could not. */
    long decodedByHost();

    /** No batch may be under way. */
    @Override
    void close();

    /** For rows of at most {@code batch} at once, beside a stream that computes. */
    static PictureDecoder beside(DeviceStream computing, PictureRows layout, int batch, HostDecoder host) {
        return switch (computing.device()) {
            case Device.Cpu _ ->
                new LanedDecoder(layout, host, computing, LanedDecoder.onHost(), () -> JpegEngine.NONE);
            case Device.Cuda cuda ->
                new LanedDecoder(
                        layout,
                        host,
                        computing,
                        LanedDecoder.LANES,
                        () -> NvJpeg.open(cuda, LanedDecoder.share(batch, LanedDecoder.LANES), layout));
        };
    }

    /** Why a device cannot decode; empty where it can. On a CPU the host decodes in its place. */
    static Optional<String> whyNot(Device device) {
        return switch (device) {
            case Device.Cpu _ -> Optional.empty();
            case Device.Cuda cuda -> NvJpeg.whyNot(cuda);
        };
    }

    /** Parts of a device that do nothing but decode JPEGs; 0 where there are none. */
    static int engines(Device device) {
        return switch (device) {
            case Device.Cpu _ -> 0;
            case Device.Cuda cuda -> NvJpeg.whyNot(cuda).isPresent() ? 0 : NvJpeg.engines(cuda);
        };
    }
}
