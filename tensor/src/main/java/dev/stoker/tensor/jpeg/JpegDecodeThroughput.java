package dev.stoker.tensor.jpeg;

import dev.stoker.core.DataType;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.HostDecoder;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import java.lang.foreign.MemorySegment;

/** How fast a device decodes images into their cells when it does nothing else. */
public final class JpegDecodeThroughput {
    /** Batches in which decoders start and code is compiled. */
    private static final int WARM_UP = 3;

    private JpegDecodeThroughput() {}

    /**
     * Images per second, of one batch that is decoded repeatedly for some seconds; its rows are best in pinned memory.
     */
    public static double of(
            Device device, ImageRowLayout layout, MemorySegment rows, int count, HostDecoder host, double seconds) {
        try (var _ = TensorScope.open("decode throughput");
                var stream = DeviceStream.open(device);
                var decoder = DeviceJpegDecoder.open(stream, layout, count, host)) {
            var cells = Tensor.zeros(
                    DataType.UINT8, device, count, layout.cellHeight(), layout.cellWidth(), ImageRowLayout.CHANNELS);
            var parameters = Tensor.zeros(DataType.INT32, device, count, AugmentationParameters.WORDS);
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
