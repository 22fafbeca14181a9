package dev.stoker.tensor;

import dev.stoker.core.ElementType;
import dev.stoker.core.HostDecoder;
import dev.stoker.core.PictureParameters;
import dev.stoker.core.PictureRows;
import java.lang.foreign.MemorySegment;

/**
 * How fast a device brings pictures to their cells when it does nothing else.
 *
 * @param picturesPerSecond all of a batch, also those that travel as pixels
 * @param byHost how many of a batch's files the host decoded
 */
public record DecodingSpeed(double picturesPerSecond, double byHost) {
    /** Engines start, and memory grows to the size of the pictures. */
    private static final int WARM_UP = 3;

    /** Brings the same rows again and again for some seconds; rows lie best where a device fetches them by itself. */
    public static DecodingSpeed of(
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
            long hostBefore = decoder.decodedByHost();
            long start = System.nanoTime();
            long batches = 0;
            while (System.nanoTime() - start < seconds * 1e9 || batches == 0) {
                once.run();
                batches++;
            }
            stream.synchronize();
            double elapsed = (System.nanoTime() - start) * 1e-9;
            return new DecodingSpeed(
                    batches * count / elapsed, (decoder.decodedByHost() - hostBefore) / (double) batches);
        }
    }
}
