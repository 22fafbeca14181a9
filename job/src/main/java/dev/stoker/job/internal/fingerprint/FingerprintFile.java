package dev.stoker.job.internal.fingerprint;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.DatasetFingerprint;
import dev.stoker.datasets.FileFingerprint;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A fingerprint in the folder of a run: lines of text, compressed. Keys of the plan come first, then classes, then one line per
 * file, so that a million of them are compared without being in memory.
 */
public final class FingerprintFile {
    private static final String TITLE = "stoker fingerprint 1";
    private static final String PLAN = "plan\t";
    private static final String CLASS = "class\t";
    private static final String FILES = "files";
    private static final String END = "end";
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;

    public FingerprintFile(Path file) {
        this.file = file;
    }

    public boolean exists() {
        return Files.exists(file);
    }

    /** Whether it can be read to its end. */
    public boolean isSound() {
        try {
            return read(content -> content.files().count() >= 0);
        } catch (StokerException _) {
            return false;
        }
    }

    // ---- writing

    public void write(RunFingerprint fingerprint) {
        AtomicFile.write(file, channel -> {
            try (var lines = writer(channel)) {
                write(lines, TITLE);
                for (var entry : fingerprint.plan().entrySet()) {
                    write(lines, PLAN + entry.getKey() + "\t" + EscapedText.of(entry.getValue()));
                }
                if (fingerprint.data().isPresent()) {
                    write(lines, fingerprint.data().get());
                }
                write(lines, END);
            } catch (UncheckedIOException failure) {
                throw Objects.requireNonNull(failure.getCause());
            }
        });
    }

    private static BufferedWriter writer(FileChannel channel) throws IOException {
        var open = new FilterOutputStream(Channels.newOutputStream(channel)) {
            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                out.write(bytes, from, count);
            }

            @Override
            public void close() throws IOException {
                flush(); // the channel is forced to the disk after this
            }
        };
        return new BufferedWriter(new OutputStreamWriter(compressed(open), StandardCharsets.UTF_8), BUFFER_BYTES);
    }

    private static OutputStream compressed(OutputStream out) throws IOException {
        return new GZIPOutputStream(out, BUFFER_BYTES);
    }

    private static void write(BufferedWriter lines, DatasetFingerprint data) throws IOException {
        for (String name : data.classes()) {
            write(lines, CLASS + EscapedText.of(name));
        }
        write(lines, FILES);
        try (var files = data.files()) {
            files.forEach(each -> {
                try {
                    write(lines, line(each));
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            });
        }
    }

    private static void write(BufferedWriter lines, String line) throws IOException {
        lines.write(line);
        lines.write('\n');
    }

    /** A tab starts each line, so that no name can look like another kind of line. */
    static String line(FileFingerprint file) {
        return "\t" + EscapedText.of(file.name()) + "\t" + file.size() + "\t" + file.modified() + "\t" + file.records()
                + "\t" + file.sha256();
    }

    // ---- reading

    /** The plan, and the classes and files; {@code files} are read as the stream is consumed. */
    record Content(Map<String, String> plan, List<String> classes, boolean hasData, Stream<String> files) {}

    /** Reads the file; a damaged one is an error with its remedy. */
    <T> T read(Function<Content, T> reading) {
        try {
            verify();
            try (var lines =
                    new BufferedReader(new InputStreamReader(expanded(), StandardCharsets.UTF_8), BUFFER_BYTES)) {
                require(TITLE.equals(lines.readLine()));
                return reading.apply(content(lines));
            }
        } catch (IOException | UncheckedIOException | IllegalArgumentException failure) {
            throw new StokerException(
                            "%s is damaged (%s), so data and plan cannot be compared; continue with what is there now by accept-changes, or start again with restart"
                                    .formatted(file, failure.getMessage()),
                            failure)
                    .about("accept-changes", "restart");
        }
    }

    /** The checksum is at the end, and what comes before may read as another plan. */
    private void verify() throws IOException {
        try (var bytes = expanded()) {
            bytes.transferTo(OutputStream.nullOutputStream());
        }
    }

    private InputStream expanded() throws IOException {
        return new GZIPInputStream(Files.newInputStream(file), BUFFER_BYTES);
    }

    private static Content content(BufferedReader lines) throws IOException {
        var plan = new LinkedHashMap<String, String>();
        var classes = new ArrayList<String>();
        while (true) {
            String line = lines.readLine();
            require(line != null);
            if (line.startsWith(PLAN)) {
                String[] fields = line.split("\t", -1);
                require(fields.length == 3);
                plan.put(fields[1], EscapedText.read(fields[2]));
            } else if (line.startsWith(CLASS)) {
                classes.add(EscapedText.read(line.substring(CLASS.length())));
            } else if (line.equals(FILES)) {
                return new Content(plan, classes, true, files(lines));
            } else {
                require(line.equals(END) && lines.readLine() == null);
                return new Content(plan, classes, false, Stream.empty());
            }
        }
    }

    private static Stream<String> files(BufferedReader lines) {
        return Stream.generate(() -> next(lines)).takeWhile(line -> !line.equals(END));
    }

    private static String next(BufferedReader lines) {
        try {
            String line = lines.readLine();
            require(line != null && (line.startsWith("\t") || line.equals(END)));
            require(!END.equals(line) || lines.readLine() == null); // reading to the end verifies the checksum
            return Objects.requireNonNull(line);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static FileFingerprint file(String line) {
        String[] fields = line.split("\t", -1);
        require(fields.length == 6);
        return new FileFingerprint(
                EscapedText.read(fields[1]),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]),
                Long.parseLong(fields[4]),
                fields[5]);
    }

    private static void require(boolean asWritten) {
        if (!asWritten) {
            throw new IllegalArgumentException("it ends early or has other lines than expected");
        }
    }
}
