package dev.stoker.tensor.jpeg;

import static org.bytedeco.cuda.global.cudart.cudaGetLastError;
import static org.bytedeco.cuda.global.cudart.cudaSetDevice;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_BACKEND_DEFAULT;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_BACKEND_GPU_HYBRID;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_BACKEND_HARDWARE;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_FLAGS_HW_DECODE_NO_PIPELINE;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_STATUS_SUCCESS;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegCreateEx;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegDestroy;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegGetHardwareDecoderInfo;

import dev.stoker.core.StokerException;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.internal.CudaStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.util.List;
import java.util.Optional;
import org.bytedeco.cuda.nvjpeg.nvjpegHandle;
import org.bytedeco.javacpp.Loader;

/** The nvJPEG library: whether it can be loaded, its handles, the hardware decoders of a chip, and its status codes. */
final class NvJpegLibrary {
    private static final String FILE_NAME = "libnvjpeg.so.13";

    private static final List<Integer> BACKENDS =
            List.of(NVJPEG_BACKEND_HARDWARE, NVJPEG_BACKEND_GPU_HYBRID, NVJPEG_BACKEND_DEFAULT);

    private NvJpegLibrary() {}

    /** A handle for the best backend that the device has. */
    static nvjpegHandle open(Device.Cuda device) {
        whyUnavailable(device).ifPresent(reason -> {
            throw new StokerException(reason);
        });
        for (int backend : BACKENDS) {
            var handle = handle(backend);
            if (handle.isPresent()) {
                return handle.get();
            }
        }
        throw new StokerException("nvJPEG has no backend for %s; decode on the CPU".formatted(device)).about("decode");
    }

    /** Destroys a handle. */
    static void destroy(nvjpegHandle handle) {
        nvjpegDestroy(handle);
        handle.releaseReference();
    }

    private static Optional<nvjpegHandle> handle(int backend) {
        var handle = new nvjpegHandle().<nvjpegHandle>retainReference();
        // With a pipeline in each of several states, a batch that is decoded during a step ends only after the step.
        int status = nvjpegCreateEx(backend, null, null, NVJPEG_FLAGS_HW_DECODE_NO_PIPELINE, handle);
        if (status == NVJPEG_STATUS_SUCCESS) {
            return Optional.of(handle);
        }
        cudaGetLastError(); // else the next CUDA call would report it
        handle.releaseReference();
        return Optional.empty();
    }

    /** Why it cannot be loaded; empty where it can. */
    static Optional<String> whyUnavailable(Device.Cuda device) {
        LibTorch.load();
        try (var arena = Arena.ofConfined()) {
            SymbolLookup.libraryLookup(FILE_NAME, arena);
            Loader.load(org.bytedeco.cuda.global.nvjpeg.class);
            return Optional.empty();
        } catch (IllegalArgumentException | LinkageError failure) {
            return Optional.of(
                    ("%s (nvJPEG), which decodes JPEGs on %s, cannot be loaded: install the CUDA 13 toolkit (or its"
                        + " part libnvjpeg-13-0); if it is installed, add its lib64 folder to LD_FILE_NAME_PATH")
                            .formatted(FILE_NAME, device));
        }
    }

    /** Hardware decoders of the chip; 0 where there are none. */
    static int hardwareDecoders(Device.Cuda device) {
        CudaStatus.check(cudaSetDevice(device.index()), "choosing " + device);
        var handle = handle(NVJPEG_BACKEND_HARDWARE);
        if (handle.isEmpty()) {
            return 0;
        }
        int[] decoders = new int[1];
        int status = nvjpegGetHardwareDecoderInfo(handle.get(), decoders, new int[1]);
        destroy(handle.get());
        return status == NVJPEG_STATUS_SUCCESS ? decoders[0] : 0;
    }

    static void check(int status, String what) {
        if (status != NVJPEG_STATUS_SUCCESS) {
            throw new StokerException("%s failed: nvJPEG status %d; decode on the CPU, or use a smaller batch"
                            .formatted(what, status))
                    .about("decode", "batch");
        }
    }
}
