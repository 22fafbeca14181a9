package dev.stoker.tensor.collective;

import static org.bytedeco.cuda.global.nccl.ncclBfloat16;
import static org.bytedeco.cuda.global.nccl.ncclFloat16;
import static org.bytedeco.cuda.global.nccl.ncclFloat32;
import static org.bytedeco.cuda.global.nccl.ncclFloat64;
import static org.bytedeco.cuda.global.nccl.ncclGetErrorString;
import static org.bytedeco.cuda.global.nccl.ncclGetLastError;
import static org.bytedeco.cuda.global.nccl.ncclInt32;
import static org.bytedeco.cuda.global.nccl.ncclInt64;
import static org.bytedeco.cuda.global.nccl.ncclInt8;
import static org.bytedeco.cuda.global.nccl.ncclSuccess;
import static org.bytedeco.cuda.global.nccl.ncclUint8;

import dev.stoker.core.DataType;
import dev.stoker.tensor.CudaLibrary;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import java.util.Optional;
import org.bytedeco.cuda.nccl.ncclComm;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.PointerScope;

/** The NCCL library: whether it can be loaded, its types and its status codes. */
final class NcclLibrary {
    private NcclLibrary() {}

    /** Why it cannot be used; empty where it can. */
    static Optional<String> whyUnavailable(Device.Cuda device) {
        var library = CudaLibrary.NCCL;
        if (library.loads()) {
            try {
                LibTorch.load();
                Loader.load(org.bytedeco.cuda.global.nccl.class);
                return Optional.empty();
            } catch (LinkageError _) {
                // Its own file is there, but not what that needs, or it is too old.
            }
        }
        return Optional.of("%s (%s), which sums over ranks on %s, cannot be loaded: %s"
                .formatted(library.fileName(), library.title(), device, library.remedy()));
    }

    static int type(DataType type) {
        return switch (type) {
            case FLOAT32 -> ncclFloat32;
            case FLOAT64 -> ncclFloat64;
            case BFLOAT16 -> ncclBfloat16;
            case FLOAT16 -> ncclFloat16;
            case INT64 -> ncclInt64;
            case INT32 -> ncclInt32;
            case INT8 -> ncclInt8;
            case UINT8 -> ncclUint8;
            case BOOL, INT16 -> throw new IllegalArgumentException("NCCL has no type for " + type);
        };
    }

    static void check(int status, String what) {
        if (status != ncclSuccess) {
            throw new CommunicationException("%s: %s".formatted(what, text(status)));
        }
    }

    private static String text(int status) {
        try (var _ = new PointerScope()) {
            var detail = ncclGetLastError((ncclComm) null);
            String said = detail == null ? "" : detail.getString().strip();
            return "%s (NCCL error %d)%s"
                    .formatted(
                            ncclGetErrorString(status).getString(),
                            status,
                            said.isEmpty() ? "" : ", " + CommunicationException.reason(said));
        }
    }
}
