package dev.stoker.tensor.jpeg;

import static org.bytedeco.cuda.global.cudart.cudaFree;
import static org.bytedeco.cuda.global.cudart.cudaGetLastError;
import static org.bytedeco.cuda.global.cudart.cudaMalloc;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_CSS_444;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_OUTPUT_RGBI;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_STATUS_SUCCESS;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegDecodeBatched;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegDecodeBatchedInitialize;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegDecodeBatchedPreAllocate;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegDecodeBatchedSupported;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegJpegStateCreate;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegJpegStateDestroy;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegJpegStreamCreate;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegJpegStreamDestroy;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegJpegStreamParse;

import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.internal.CudaStatus;
import dev.stoker.tensor.internal.NativeAddress;
import java.lang.foreign.MemorySegment;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.nvjpeg.nvjpegHandle;
import org.bytedeco.cuda.nvjpeg.nvjpegJpegState;
import org.bytedeco.cuda.nvjpeg.nvjpegJpegStream;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;

/** nvJPEG: by hardware decoders where the chip has them, else by CUDA cores. */
final class NvJpegDecoder implements JpegBatchDecoder {
    private static final int HOST_THREADS = 1;

    private final int capacity;
    private final ImageRowLayout layout;
    private final nvjpegHandle handle;
    private final nvjpegJpegStream headers = new nvjpegJpegStream().retainReference();
    private final NvJpegBatch batch;
    private final int[] unsupported = new int[1];
    private long scratch;
    private nvjpegJpegState state = new nvjpegJpegState();
    private int initialized;

    private NvJpegDecoder(nvjpegHandle handle, int capacity, ImageRowLayout layout) {
        this.handle = handle;
        this.capacity = capacity;
        this.layout = layout;
        batch = new NvJpegBatch(capacity);
        try {
            scratch = allocate(layout.cellBytes());
            NvJpegLibrary.check(nvjpegJpegStreamCreate(handle, headers), "creating a JPEG header parser");
            begin();
        } catch (RuntimeException failure) {
            close();
            throw failure;
        }
    }

    private static long allocate(long bytes) {
        try (var _ = new PointerScope()) {
            var address = new PointerPointer<>(1);
            CudaStatus.check(cudaMalloc(address, bytes), "allocating memory to decode into");
            return address.get().address();
        }
    }

    /** For batches of at most {@code capacity} images that fit into the cells of a layout; called on the thread that will use it. */
    static NvJpegDecoder open(Device.Cuda device, int capacity, ImageRowLayout layout) {
        return new NvJpegDecoder(NvJpegLibrary.open(device), capacity, layout);
    }

    @Override
    public boolean supports(MemorySegment encoded) {
        try (var _ = new PointerScope()) {
            var bytes = new BytePointer(new NativeAddress(encoded.address()));
            int status = nvjpegJpegStreamParse(handle, bytes, encoded.byteSize(), 0, 0, headers);
            if (status == NVJPEG_STATUS_SUCCESS) {
                unsupported[0] = 1;
                status = nvjpegDecodeBatchedSupported(handle, headers, unsupported);
            }
            return status == NVJPEG_STATUS_SUCCESS && unsupported[0] == 0;
        }
    }

    @Override
    public void add(MemorySegment encoded, long address, long pitch) {
        batch.add(encoded, address, pitch);
    }

    @Override
    public boolean decode(DeviceStream stream) {
        int count = batch.pad(scratch);
        batch.clear();
        try (var _ = new PointerScope()) {
            int status = initialize(count);
            if (status == NVJPEG_STATUS_SUCCESS) {
                status = nvjpegDecodeBatched(
                        handle,
                        state,
                        batch.files(),
                        batch.lengths(),
                        batch.images(),
                        new CUstream_st(new NativeAddress(stream.nativeHandle())));
            }
            if (status == NVJPEG_STATUS_SUCCESS) {
                return true;
            }
        }
        stream.synchronize();
        cudaGetLastError();
        renew();
        return false;
    }

    private int initialize(int count) {
        if (count == initialized) {
            return NVJPEG_STATUS_SUCCESS;
        }
        int status = nvjpegDecodeBatchedInitialize(handle, state, count, HOST_THREADS, NVJPEG_OUTPUT_RGBI);
        initialized = status == NVJPEG_STATUS_SUCCESS ? count : 0;
        return status;
    }

    /** Memory for the largest images is allocated at once: otherwise it would grow with every batch that has larger ones. */
    private void begin() {
        state = new nvjpegJpegState().retainReference();
        initialized = 0;
        NvJpegLibrary.check(nvjpegJpegStateCreate(handle, state), "creating a decoder state");
        NvJpegLibrary.check(initialize(capacity), "preparing to decode %d images at once".formatted(capacity));
        int status = nvjpegDecodeBatchedPreAllocate(
                handle, state, capacity, layout.cellWidth(), layout.cellHeight(), NVJPEG_CSS_444, NVJPEG_OUTPUT_RGBI);
        NvJpegLibrary.check(status, "allocating memory to decode %d images at once".formatted(capacity));
    }

    /** A failed call leaves a state undefined. */
    private void renew() {
        nvjpegJpegStateDestroy(state);
        state.releaseReference();
        begin();
    }

    /** Frees what was created; a constructor that failed did not create all of it. */
    @Override
    public void close() {
        if (!state.isNull()) {
            nvjpegJpegStateDestroy(state);
            state.releaseReference();
        }
        if (!headers.isNull()) {
            nvjpegJpegStreamDestroy(headers);
        }
        headers.releaseReference();
        NvJpegLibrary.destroy(handle);
        cudaFree(new NativeAddress(scratch)); // no-op where it is 0
        batch.close();
    }
}
