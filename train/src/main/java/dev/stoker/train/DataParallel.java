package dev.stoker.train;

import dev.stoker.core.Bytes;
import dev.stoker.core.DataType;
import dev.stoker.data.BatchShare;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.tensor.cuda.DeviceStream;
import java.util.Optional;

/**
 * Data-parallel training: several ranks, a process each, compute gradients on their share of every batch, sum them, and make the
 * same update. All ranks run the same loop with the same settings; only their shares differ.
 */
public record DataParallel(Communicator communicator, Settings settings) {
    /** The type in which gradients are sent. */
    public enum Compression {
        NONE,
        BF16,
        FP16;

        /** The type in which gradients are sent, where it is not their own. */
        public Optional<DataType> type() {
            return switch (this) {
                case NONE -> Optional.empty();
                case BF16 -> Optional.of(DataType.BFLOAT16);
                case FP16 -> Optional.of(DataType.FLOAT16);
            };
        }
    }

    /**
     * What is exchanged, and when.
     *
     * @param bucket how much is sent at once while backward goes on; 0 sends everything after it
     * @param compression the type in which gradients are sent
     * @param syncBatchNorm whether batch norm uses the statistics of all ranks
     */
    public record Settings(Bytes bucket, Compression compression, boolean syncBatchNorm) {
        public static final Settings DEFAULTS = new Settings(Bytes.ofMebibytes(4), Compression.NONE, false);

        /** Bytes that are sent for each gradient. */
        public int bytesPerGradient() {
            return compression.type().orElse(DataType.FLOAT32).bytes();
        }

        /** Whether gradients are sent while backward computes others. */
        public boolean isOverlapped() {
            return bucket.count() > 0;
        }
    }

    /** The rows of each batch that this rank trains on. */
    public BatchShare share() {
        return new BatchShare(communicator.rank(), communicator.world());
    }

    /** The same for tensors of the stream's device: NCCL on a GPU. Close the result where it is another one. */
    DataParallel on(DeviceStream stream) {
        return switch (stream.device()) {
            case Device.Cpu _ -> this;
            case Device.Cuda cuda -> new DataParallel(Communicator.nccl(communicator, cuda, stream), settings);
        };
    }

    public boolean isFirst() {
        return communicator.rank() == 0;
    }
}
