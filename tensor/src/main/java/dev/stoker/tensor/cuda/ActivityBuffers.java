package dev.stoker.tensor.cuda;

import static org.bytedeco.cuda.global.cupti.CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
import static org.bytedeco.cuda.global.cupti.CUPTI_ACTIVITY_KIND_MEMCPY;
import static org.bytedeco.cuda.global.cupti.CUPTI_ACTIVITY_KIND_MEMSET;
import static org.bytedeco.cuda.global.cupti.CUPTI_ACTIVITY_MEMCPY_KIND_DTOD;
import static org.bytedeco.cuda.global.cupti.CUPTI_ACTIVITY_MEMCPY_KIND_DTOH;
import static org.bytedeco.cuda.global.cupti.CUPTI_ACTIVITY_MEMCPY_KIND_HTOD;
import static org.bytedeco.cuda.global.cupti.CUPTI_SUCCESS;
import static org.bytedeco.cuda.global.cupti.cuptiActivityGetNextRecord;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.cuda.cudart.CUctx_st;
import org.bytedeco.cuda.cupti.CUpti_Activity;
import org.bytedeco.cuda.cupti.CUpti_ActivityKernel11;
import org.bytedeco.cuda.cupti.CUpti_ActivityMemcpy6;
import org.bytedeco.cuda.cupti.CUpti_ActivityMemset4;
import org.bytedeco.cuda.cupti.CUpti_BuffersCallbackCompleteFunc;
import org.bytedeco.cuda.cupti.CUpti_BuffersCallbackRequestFunc;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.SizeTPointer;
import org.jspecify.annotations.Nullable;

/** The memory that CUPTI fills with records, and what is read out of it. An exception must not reach CUPTI's threads. */
final class ActivityBuffers {
    /** About 20,000 kernels. */
    private static final long BYTES = 4L << 20;

    static final CUpti_BuffersCallbackRequestFunc REQUESTED = new Requested();
    static final CUpti_BuffersCallbackCompleteFunc COMPLETED = new Completed();

    private static final Map<Long, String> NAMES = new ConcurrentHashMap<>();

    private ActivityBuffers() {}

    /** The memory belongs to no scope: the call may come on a thread that has one open. */
    private static final class Requested extends CUpti_BuffersCallbackRequestFunc {
        @Override
        @SuppressWarnings("rawtypes")
        public void call(PointerPointer buffer, SizeTPointer size, SizeTPointer records) {
            buffer.put(0, Pointer.malloc(BYTES));
            size.put(0, BYTES);
            records.put(0, 0); // as many as fit
        }
    }

    private static final class Completed extends CUpti_BuffersCallbackCompleteFunc {
        @Override
        public void call(@Nullable CUctx_st context, int stream, BytePointer buffer, long size, long valid) {
            try (var _ = new PointerScope()) {
                if (valid > 0 && KernelRecorder.isRecording()) {
                    read(buffer, valid);
                }
            } catch (RuntimeException | Error failure) {
                KernelRecorder.failed(failure);
            } finally {
                Pointer.free(buffer);
            }
        }
    }

    private static void read(BytePointer buffer, long valid) {
        var next = new PointerPointer<CUpti_Activity>(1);
        next.put(0, (Pointer) null);
        while (cuptiActivityGetNextRecord(buffer, valid, next) == CUPTI_SUCCESS) {
            var record = next.get(CUpti_Activity.class, 0);
            int kind = record.kind();
            if (kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
                kernel(new CUpti_ActivityKernel11(record));
            } else if (kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
                copy(new CUpti_ActivityMemcpy6(record));
            } else if (kind == CUPTI_ACTIVITY_KIND_MEMSET) {
                fill(new CUpti_ActivityMemset4(record));
            }
        }
    }

    private static void kernel(CUpti_ActivityKernel11 kernel) {
        var name = kernel.name();
        KernelRecorder.report(
                NAMES.computeIfAbsent(name.address(), _ -> KernelName.readable(name.getString())),
                kernel.start(),
                kernel.end(),
                kernel.streamId(),
                OptionalLong.empty());
    }

    private static void copy(CUpti_ActivityMemcpy6 copy) {
        int direction = copy.copyKind();
        String name = switch (direction) {
            case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD -> "copy host to device";
            case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH -> "copy device to host";
            case CUPTI_ACTIVITY_MEMCPY_KIND_DTOD -> "copy device to device";
            default -> "copy";
        };
        KernelRecorder.report(name, copy.start(), copy.end(), copy.streamId(), OptionalLong.of(copy.bytes()));
    }

    private static void fill(CUpti_ActivityMemset4 fill) {
        KernelRecorder.report("fill", fill.start(), fill.end(), fill.streamId(), OptionalLong.of(fill.bytes()));
    }
}
