package dev.stoker.tensor.cuda;

import static org.bytedeco.cuda.global.cudart.cudaDeviceGetStreamPriorityRange;
import static org.bytedeco.cuda.global.cudart.cudaMemcpy2DAsync;
import static org.bytedeco.cuda.global.cudart.cudaMemcpyAsync;
import static org.bytedeco.cuda.global.cudart.cudaMemcpyDeviceToHost;
import static org.bytedeco.cuda.global.cudart.cudaMemcpyHostToDevice;
import static org.bytedeco.cuda.global.cudart.cudaSetDevice;
import static org.bytedeco.cuda.global.cudart.cudaStreamCreateWithPriority;
import static org.bytedeco.cuda.global.cudart.cudaStreamDestroy;
import static org.bytedeco.cuda.global.cudart.cudaStreamNonBlocking;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.CudaStatus;
import dev.stoker.tensor.internal.NativeAddress;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch_cuda;
import org.jspecify.annotations.Nullable;

/**
 * The CUDA stream on which this thread's work runs. It is not the default stream, since only another one can be captured; all
 * tensors of a captured step must be created on it. On the CPU there is nothing to order.
 */
public final class DeviceStream implements AutoCloseable {
    /**
     * One stream for all computing on a GPU: cuBLAS keeps a workspace for every stream that it was ever used on, some 70 MiB
     * on an H200, and never frees it.
     */
    private static final Map<Integer, CUDAStream> COMPUTING = new ConcurrentHashMap<>();

    private final Device device;
    private final @Nullable CUDAStream stream;
    private final boolean isCurrent;
    private @Nullable CUstream_st owned;

    private DeviceStream(Device device, @Nullable CUDAStream stream, boolean isCurrent) {
        this.device = device;
        this.stream = stream;
        this.isCurrent = isCurrent;
    }

    /** Makes a stream current on this thread until it is closed. */
    public static DeviceStream open(Device device) {
        LibTorch.load();
        return switch (device) {
            case Device.Cpu _ -> new DeviceStream(device, null, true);
            case Device.Cuda(int index) -> {
                var stream = COMPUTING.computeIfAbsent(index, DeviceStream::fromPool);
                torch_cuda.setCurrentCUDAStream(stream);
                yield new DeviceStream(device, stream.retainReference(), true);
            }
        };
    }

    private static CUDAStream fromPool(int index) {
        try (var _ = new PointerScope()) {
            return torch_cuda.getStreamFromPool(false, (byte) index).retainReference();
        }
    }

    /**
     * A stream for copies and for decoding input, concurrent with the one that computes; operators never run on it. It has high
     * priority, since its work is short and the steps wait for it.
     */
    public DeviceStream sideStream() {
        return switch (device) {
            case Device.Cpu _ -> new DeviceStream(device, null, false);
            case Device.Cuda(int index) -> {
                try (var _ = new PointerScope()) {
                    yield new DeviceStream(
                            device,
                            torch_cuda.getStreamFromPool(true, (byte) index).retainReference(),
                            false);
                }
            }
        };
    }

    /**
     * A stream like a side stream that nobody else is given. Those are of libtorch's pool, which hands the same ones out again
     * after 32, and no other work may come to a stream while it is part of a capture.
     */
    public DeviceStream separateStream() {
        if (!(device instanceof Device.Cuda(int index))) {
            return sideStream();
        }
        makeDeviceCurrent();
        var created = new CUstream_st().<CUstream_st>retainReference();
        CudaStatus.check(
                cudaStreamCreateWithPriority(created, cudaStreamNonBlocking, highestPriority()),
                "creating a CUDA stream");
        try (var _ = new PointerScope()) {
            var stream = torch_cuda.getStreamFromExternal(created, (byte) index);
            var separate = new DeviceStream(device, stream.retainReference(), false);
            separate.owned = created;
            return separate;
        }
    }

    private static int highestPriority() {
        var lowest = new int[1];
        var highest = new int[1];
        CudaStatus.check(cudaDeviceGetStreamPriorityRange(lowest, highest), "reading the priorities of streams");
        return highest[0];
    }

    public Device device() {
        return device;
    }

    @Nullable
    CUDAStream handle() {
        return stream;
    }

    /** The address of the CUDA stream, for native libraries that are given one. */
    public long nativeHandle() {
        return cuda().address();
    }

    CUstream_st cuda() {
        return Objects.requireNonNull(stream, "a CPU has no stream").stream();
    }

    /** Work enqueued from now on begins when the device has reached the event; the host does not wait. */
    public void waitFor(CudaEvent event) {
        if (stream != null) {
            event.makeStreamWait(cuda());
        }
    }

    /**
     * Enqueues a copy of host memory to the start of a tensor on the device. The memory must not change until it is done, which
     * an event shows.
     */
    public void copy(MemorySegment from, Tensor to) {
        if (from.byteSize() > to.elements() * to.type().bytes()) {
            throw new IllegalArgumentException(
                    "%d bytes do not fit into %d elements of %s".formatted(from.byteSize(), to.elements(), to.type()));
        }
        if (stream == null) {
            MemorySegment.ofAddress(to.address()).reinterpret(from.byteSize()).copyFrom(from);
        } else {
            int status = cudaMemcpyAsync(
                    new NativeAddress(to.address()),
                    new NativeAddress(from.address()),
                    from.byteSize(),
                    cudaMemcpyHostToDevice,
                    cuda());
            CudaStatus.check(status, "copying a batch to the device");
        }
    }

    /**
     * Enqueues a copy of lines of {@code width} bytes to an address on the device; the pitch is the distance in bytes from line
     * to line. The memory must not change until it is done.
     */
    public void copy2d(MemorySegment from, long fromPitch, long to, long toPitch, long width, long lines) {
        if (lines < 1) {
            return;
        }
        if (width > fromPitch || width > toPitch || from.byteSize() < fromPitch * (lines - 1) + width) {
            throw new IllegalArgumentException("%d lines of %d bytes at pitch %d exceed %d bytes, or the pitch %d"
                    .formatted(lines, width, fromPitch, from.byteSize(), toPitch));
        }
        if (stream == null) {
            var target = MemorySegment.ofAddress(to).reinterpret(toPitch * (lines - 1) + width);
            for (long line = 0; line < lines; line++) {
                MemorySegment.copy(from, line * fromPitch, target, line * toPitch, width);
            }
        } else {
            int status = cudaMemcpy2DAsync(
                    new NativeAddress(to),
                    toPitch,
                    new NativeAddress(from.address()),
                    fromPitch,
                    width,
                    lines,
                    cudaMemcpyHostToDevice,
                    cuda());
            CudaStatus.check(status, "copying lines to the device");
        }
    }

    /** Makes the device of this stream the current one of this thread, for CUDA's own functions. */
    public void makeDeviceCurrent() {
        if (device instanceof Device.Cuda(int index)) {
            CudaStatus.check(cudaSetDevice(index), "choosing " + device);
        }
    }

    /** Enqueues a copy of the start of a contiguous tensor to host memory, which must not be read before it is done. */
    public void copy(Tensor from, MemorySegment to) {
        if (to.byteSize() > from.elements() * from.type().bytes()) {
            throw new IllegalArgumentException(
                    "%d bytes are more than %d elements of %s".formatted(to.byteSize(), from.elements(), from.type()));
        }
        copy(from.address(), to);
    }

    /** Enqueues a copy of device memory to host memory, which must not be read before it is done. */
    void copy(long from, MemorySegment to) {
        if (stream == null) {
            to.copyFrom(MemorySegment.ofAddress(from).reinterpret(to.byteSize()));
        } else {
            int status = cudaMemcpyAsync(
                    new NativeAddress(to.address()),
                    new NativeAddress(from),
                    to.byteSize(),
                    cudaMemcpyDeviceToHost,
                    cuda());
            CudaStatus.check(status, "copying from the device");
        }
    }

    /** Copies memory to the start of a tensor, after the work of this thread's stream, and waits. */
    public static void copyToDevice(MemorySegment from, Tensor to) {
        switch (to.device()) {
            case Device.Cpu _ -> new DeviceStream(Device.CPU, null, false).copy(from, to);
            case Device.Cuda cuda -> {
                try (var _ = new PointerScope()) {
                    var stream = torch_cuda.getCurrentCUDAStream((byte) cuda.index());
                    new DeviceStream(cuda, stream, false).copy(from, to);
                    stream.synchronize();
                }
            }
        }
    }

    /** Copies contiguous elements to the host, after the work of this thread's stream, and waits. */
    public static void copyToHost(Tensor from, MemorySegment to) {
        switch (from.device()) {
            case Device.Cpu _ ->
                to.copyFrom(MemorySegment.ofAddress(from.address()).reinterpret(to.byteSize()));
            case Device.Cuda(int index) -> {
                try (var _ = new PointerScope()) {
                    var current = torch_cuda.getCurrentCUDAStream((byte) index);
                    int status = cudaMemcpyAsync(
                            new NativeAddress(to.address()),
                            new NativeAddress(from.address()),
                            to.byteSize(),
                            cudaMemcpyDeviceToHost,
                            current.stream());
                    CudaStatus.check(status, "copying from the device");
                    current.synchronize();
                }
            }
        }
    }

    /** Waits until all work of the stream is done. */
    public void synchronize() {
        if (stream != null) {
            stream.synchronize();
        }
    }

    /** Waits, and makes the default stream current again if this one was. */
    @Override
    public void close() {
        if (stream != null) {
            stream.synchronize();
            if (isCurrent) {
                try (var _ = new PointerScope()) {
                    torch_cuda.setCurrentCUDAStream(torch_cuda.getDefaultCUDAStream(stream.device_index()));
                }
            }
            stream.releaseReference();
        }
        if (owned != null) {
            cudaStreamDestroy(owned);
            owned.releaseReference();
        }
    }
}
