package dev.stoker.telemetry.log;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes a JSON object per line. Any thread may write; every complete line is written to the operating system when
 * the call returns.
 */
public final class JsonLines implements AutoCloseable {
    private static final byte[] NOTHING = {};

    private final LogFile log;

    private JsonLines(LogFile log) {
        this.log = log;
    }

    /** Appends to the file; after a crash, call {@link #keepWhile} first, which drops an incomplete last line. */
    public static JsonLines append(Path file) {
        return new JsonLines(LogFile.append(file));
    }

    /** The fields that {@link Json} can write, in the order of the map. */
    public void write(Map<String, ? extends @Nullable Object> fields) {
        log.write((Json.write(fields) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        log.close();
    }

    /**
     * Shortens the file to its leading lines that satisfy the predicate, and drops what is not a whole line: a kill leaves
     * an incomplete last one, a power loss perhaps zeros in the place of some. An absent file stays absent.
     */
    public static void keepWhile(Path file, Predicate<String> line) {
        byte[] content = contentOf(file);
        int kept = leadingBytes(content, line);
        if (kept < content.length) {
            AtomicFile.write(file, channel -> AtomicFile.writeFully(channel, ByteBuffer.wrap(content, 0, kept)));
        }
    }

    private static int leadingBytes(byte[] content, Predicate<String> line) {
        int start = 0;
        for (int at = 0; at < content.length; at++) {
            if (content[at] == '\n') {
                if (!isWhole(content, start, at)
                        || !line.test(new String(content, start, at - start, StandardCharsets.UTF_8))) {
                    return start;
                }
                start = at + 1;
            }
        }
        return start;
    }

    private static boolean isWhole(byte[] content, int start, int end) {
        return end - start >= 2 && content[start] == '{' && content[end - 1] == '}';
    }

    private static byte[] contentOf(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException _) {
            return NOTHING;
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }
}
