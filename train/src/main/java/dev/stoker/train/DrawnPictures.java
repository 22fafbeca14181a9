package dev.stoker.train;

import dev.stoker.core.HostDecoder;
import dev.stoker.core.PictureDemands;
import dev.stoker.core.PictureRows;
import dev.stoker.core.Shape;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/** Pictures that the device makes as {@link dev.stoker.core.PictureParameters} of each row say, and what they are made of. */
public sealed interface DrawnPictures {
    /** What rows may ask for. */
    PictureDemands demands();

    /**
     * Pictures that all lie on the device, so that batches need only say which of them are made into what: rows hold parameters
     * and nothing else.
     *
     * @param shape of each picture as it lies there
     * @param pixels writes the bytes of all pictures, one behind the other, into memory of just that size
     */
    record Resident(Shape shape, int count, PictureDemands demands, Consumer<MemorySegment> pixels)
            implements DrawnPictures {
        public long bytes() {
            return (long) count * shape.bytes();
        }
    }

    /**
     * Pictures that come with each batch, in files that the device decodes or in pixels.
     *
     * @param layout how rows hold them
     * @param host decodes what the device cannot
     */
    record Travelling(PictureRows layout, PictureDemands demands, HostDecoder host) implements DrawnPictures {
        /** Bytes of the device that pictures take before they are made, for batches of a size. */
        public static long cellBytes(PictureRows layout, int batch) {
            return (long) Inflow.PLACES * batch * layout.cellBytes();
        }
    }
}
