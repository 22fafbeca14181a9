package dev.stoker.bench.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Pattern;

/** The largest resident memory of this process, by the kernel's count; 0 where there is no /proc. */
final class ResidentMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

    private final Optional<FileChannel> status;
    private final ByteBuffer buffer = ByteBuffer.allocate(4096);

    ResidentMemory() {
        try {
            status = Files.isReadable(STATUS)
                    ? Optional.of(FileChannel.open(STATUS, StandardOpenOption.READ))
                    : Optional.empty();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    long peak() {
        if (status.isEmpty()) {
            return 0;
        }
        try {
            status.get().read(buffer.clear(), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        var found = PEAK.matcher(new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII));
        return found.find() ? Long.parseLong(found.group(1)) << 10 : 0;
    }
}
