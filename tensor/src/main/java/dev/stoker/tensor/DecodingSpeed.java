package dev.stoker.tensor;

import dev.stoker.core.ElementType;
import dev.stoker.core.HostDecoder;
import dev.stoker.core.PictureParameters;
import dev.stoker.core.PictureRows;
import java.lang.foreign.MemorySegment;

/** How fast a device brings pictures to their cells when it does nothing else. */
public final class DecodingSpeed {
    /** Engines start, and code is compiled. */
    private static final int WARM_UP = 3;

    private DecodingSpeed() {}

    /**
     * Pictures a second, of a batch that is brought again and again for some seconds; its rows lie best where a device fetches
     * them by itself.
     */
    public static double of(
            Device device, PictureRows layout, MemorySegment rows, int count, HostDecoder host, double seconds) {
        try (var _ = TensorScope.open("speed of decoding");
                var stream = DeviceStream.open(device);
                var decoder = PictureDecoder.beside(stream, layout, count, host)) {
            var cells = Tensor.zeros(
                    ElementType.UINT8, device, count, layout.cellHeight(), layout.cellWidth(), PictureRows.CHANNELS);
            var parameters = Tensor.zeros(ElementType.INT32, device, count, PictureParameters.WORDS);
            Runnable once = () -> decoder.decode(rows, count, cells, 0, parameters, stream);
            for (int i = 0; i < WARM_UP; i++) {
                once.run();
            }
            stream.synchronize();
            long start = System.nanoTime();
            long batches = 0;
            do {
                once.run();
                batches++;
            } while (System.nanoTime() - start < seconds * 1e9);
            stream.synchronize();
            return 1e9 * batches * count / (System.nanoTime() - start);
        }
    }
}
