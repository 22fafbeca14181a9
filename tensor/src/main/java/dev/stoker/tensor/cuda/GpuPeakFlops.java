package dev.stoker.tensor.cuda;

import dev.stoker.core.StokerException;
import dev.stoker.tensor.Device;
import java.util.Optional;
import java.util.OptionalInt;
import org.bytedeco.cuda.global.cudart;

/**
 * The theoretical peak of a GPU: its multiprocessors, at their highest clock, each with as many multiply-adds per clock as
 * its generation does, dense, accumulated in 32 bits. Data sheets often count a clock that is lower than the
 * highest, so their numbers are a little smaller.
 *
 * @param teraflops 10¹² multiplications and additions a second
 * @param source how it was computed
 */
public record GpuPeakFlops(double teraflops, String source) {

    /** The type of the factors, and the units that multiply them. */
    public enum Arithmetic {
        /** Without tensor cores. */
        FP32,
        TF32,
        /** bfloat16 or float16. */
        HALF
    }

    /** Empty for a generation whose rates are not known. */
    public static Optional<GpuPeakFlops> of(Device.Cuda device, Arithmetic arithmetic) {
        int processors = attribute(device, cudart.cudaDevAttrMultiProcessorCount);
        int kilohertz = attribute(device, cudart.cudaDevAttrClockRate);
        return of(GpuSettings.name(device), GpuSettings.capability(device), processors, kilohertz, arithmetic);
    }

    static Optional<GpuPeakFlops> of(
            String name, int capability, int processors, int kilohertz, Arithmetic arithmetic) {
        var perClock = multiplyAdds(capability, name.contains("GeForce"), arithmetic);
        if (perClock.isEmpty() || kilohertz <= 0) {
            return Optional.empty();
        }
        double teraflops = 2e-9 * perClock.getAsInt() * processors * kilohertz;
        return Optional.of(new GpuPeakFlops(
                teraflops,
                "%d processors × %d MHz × %d multiply-adds a clock (%s, compute capability %d.%d)"
                        .formatted(
                                processors,
                                kilohertz / 1000,
                                perClock.getAsInt(),
                                name,
                                capability / 10,
                                capability % 10)));
    }

    /** Of one processor in one clock; on GeForce cards tensor cores that add in 32 bits run at half their rate. */
    private static OptionalInt multiplyAdds(int capability, boolean geForce, Arithmetic arithmetic) {
        int half = switch (capability) {
            case 80 -> 1024;
            case 86, 89, 120 -> geForce ? 256 : 512;
            case 90 -> 2048;
            case 100, 103 -> 4096;
            default -> 0;
        };
        if (half == 0) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(
                switch (arithmetic) {
                    case FP32 -> capability == 80 ? 64 : 128;
                    case TF32 -> half / 2;
                    case HALF -> half;
                });
    }

    private static int attribute(Device.Cuda device, int attribute) {
        var value = new int[1];
        int status = cudart.cudaDeviceGetAttribute(value, attribute, device.index());
        if (status != 0) {
            throw new StokerException(
                    "reading attribute %d of %s failed (CUDA error %d)".formatted(attribute, device, status));
        }
        return value[0];
    }
}
