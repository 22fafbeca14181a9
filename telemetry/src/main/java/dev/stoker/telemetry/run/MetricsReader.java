package dev.stoker.telemetry.run;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads a file of one JSON object per line, also while it is written. A last line without its end is not there yet, and is
 * neither read nor bad. Resuming a run replaces the file by a shorter one, from which reading starts again.
 *
 * @param file an absent one has no lines
 */
public record MetricsReader(Path file) {
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int LONGEST_LINE = 16 << 20;

    /** Some of the lines after a position, about a megabyte; call it again with the next position until it is empty. */
    public MetricsChunk since(MetricsPosition position) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            String key = String.valueOf(attributes.fileKey());
            boolean restarted = !position.file().isEmpty()
                    && (attributes.size() < position.offset()
                            || !position.file().equals(key));
            return read(restarted ? 0 : position.offset(), key, restarted);
        } catch (NoSuchFileException _) {
            return new MetricsChunk(List.of(), MetricsPosition.START, 0, position.offset() > 0);
        } catch (IOException failure) {
            throw unreadable(failure);
        }
    }

    /** Gives all lines that are complete to {@code each}, and returns how many were bad. */
    public long forEach(Consumer<MetricsLine> each) {
        long bad = 0;
        for (var chunk = since(MetricsPosition.START); !chunk.isEmpty(); chunk = since(chunk.next())) {
            chunk.lines().forEach(each);
            bad += chunk.bad();
        }
        return bad;
    }

    /** All complete lines; what is bad is passed over. */
    public List<MetricsLine> lines() {
        var lines = new ArrayList<MetricsLine>();
        forEach(lines::add);
        return lines;
    }

    private MetricsChunk read(long offset, String key, boolean restarted) throws IOException {
        try (var channel = Files.newByteChannel(file)) {
            for (int bytes = CHUNK_BYTES; ; bytes *= 4) {
                byte[] content = content(channel, offset, bytes);
                int end = afterLastLine(content);
                if (end > 0 || content.length < bytes) {
                    return chunk(content, end, new MetricsPosition(offset + end, key), restarted);
                }
                if (bytes >= LONGEST_LINE) { // no line of ours is as long: step over it
                    return new MetricsChunk(List.of(), new MetricsPosition(offset + bytes, key), 1, restarted);
                }
            }
        }
    }

    private static byte[] content(SeekableByteChannel channel, long offset, int most) throws IOException {
        channel.position(offset);
        byte[] content = new byte[Math.clamp(channel.size() - offset, 0, most)];
        var buffer = ByteBuffer.wrap(content);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            // until it is full, or the file ends sooner than it said
        }
        return buffer.hasRemaining() ? Arrays.copyOf(content, buffer.position()) : content;
    }

    private static int afterLastLine(byte[] content) {
        int end = content.length;
        while (end > 0 && content[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private static MetricsChunk chunk(byte[] content, int end, MetricsPosition next, boolean restarted) {
        var lines = new ArrayList<MetricsLine>();
        long bad = 0;
        for (int start = 0; start < end; ) {
            int stop = start;
            while (content[stop] != '\n') {
                stop++;
            }
            var line = MetricsLine.of(new String(content, start, stop - start, StandardCharsets.UTF_8));
            line.ifPresent(lines::add);
            bad += line.isEmpty() ? 1 : 0;
            start = stop + 1;
        }
        return new MetricsChunk(lines, next, bad, restarted);
    }

    private StokerException unreadable(IOException failure) {
        return new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
    }
}
