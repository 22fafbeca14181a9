package dev.stoker.telemetry.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsReaderTest {
    @TempDir
    Path folder;

    private Path file;
    private MetricsReader reader;

    @BeforeEach
    void nothingIsWritten() {
        file = folder.resolve("metrics.jsonl");
        reader = new MetricsReader(file);
    }

    @Test
    void anAbsentFileHasNoLines() {
        assertThat(reader.lines()).isEmpty();
        assertThat(reader.since(MetricsPosition.START).isEmpty()).isTrue();
    }

    @Test
    void linesAreReadAsTheyAreAppended() throws IOException {
        append("{\"kind\":\"step\",\"step\":1}\n{\"kind\":\"st");
        var first = reader.since(MetricsPosition.START);
        assertThat(first.lines()).extracting(MetricsLine::step).containsExactly(1L);
        assertThat(first.bad()).isZero();
        assertThat(reader.since(first.next()).isEmpty()).isTrue();

        append("ep\",\"step\":2}\n");
        var second = reader.since(first.next());
        assertThat(second.lines()).extracting(MetricsLine::step).containsExactly(2L);
        assertThat(second.restarted()).isFalse();
    }

    @Test
    void badLinesAreCountedAndPassedOver() throws IOException {
        append("""
                {"kind":"step","step":1}
                \0\0\0
                {}
                [1]
                {"step":2,}
                <b>
                {"kind":"epoch","step":3}
                """);
        var lines = new ArrayList<MetricsLine>();
        assertThat(reader.forEach(lines::add)).isEqualTo(5);
        assertThat(lines).extracting(MetricsLine::kind).containsExactly("step", "epoch");
    }

    @Test
    void aFileThatWasReplacedIsReadFromItsStart() throws IOException {
        append("{\"kind\":\"step\",\"step\":1}\n{\"kind\":\"step\",\"step\":2}\n");
        var before = reader.since(MetricsPosition.START);
        Path other = folder.resolve("other");
        Files.writeString(
                other,
                "{\"kind\":\"step\",\"step\":1}\n{\"kind\":\"step\",\"step\":9}\n{\"kind\":\"step\",\"step\":10}\n");
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        var after = reader.since(before.next());
        assertThat(after.restarted()).isTrue();
        assertThat(after.lines()).extracting(MetricsLine::step).containsExactly(1L, 9L, 10L);
    }

    @Test
    void aFileThatVanishedIsReadFromItsStartWhenItIsBack() throws IOException {
        append("{\"kind\":\"step\",\"step\":1}\n");
        var before = reader.since(MetricsPosition.START);
        Files.delete(file);
        var gone = reader.since(before.next());
        assertThat(gone.restarted()).isTrue();
        assertThat(gone.lines()).isEmpty();
        assertThat(reader.since(gone.next()).isEmpty()).isTrue();
        append("{\"kind\":\"step\",\"step\":7}\n");
        assertThat(reader.since(gone.next()).lines())
                .extracting(MetricsLine::step)
                .containsExactly(7L);
    }

    @Test
    void aFileLargerThanAChunkIsReadWhole() throws IOException {
        var text = new StringBuilder();
        for (int step = 1; step <= 40_000; step++) {
            text.append("{\"kind\":\"step\",\"step\":").append(step).append(",\"train_loss\":0.5,\"lr\":0.1}\n");
        }
        append(text.toString());
        assertThat(text.length()).isGreaterThan(2 << 20);
        var lines = reader.lines();
        assertThat(lines).hasSize(40_000);
        assertThat(lines.getLast().step()).isEqualTo(40_000);
    }

    @Test
    void aLineLongerThanAChunkIsALine() throws IOException {
        append("{\"kind\":\"step\",\"step\":1,\"text\":\"" + "x".repeat(3 << 20)
                + "\"}\n{\"kind\":\"step\",\"step\":2}\n");
        assertThat(reader.lines()).extracting(MetricsLine::step).containsExactly(1L, 2L);
    }

    @Test
    void numbersOfOlderRunsHaveTheirNamesOfToday() throws IOException {
        append("""
            {"kind":"epoch","step":4,"test_loss":0.5,"test_accuracy":null,"copying_share":0.1,"computing_share":8e-1,"note":"\\"lr\\":5"}
            {"kind":"test","step":4,"test_accuracy":0.9}
            {"kind":"epoch","step":5,"validation_loss":0.25,"test_loss":9,"copy_share":0.2,"lr":1E-3}
            """);
        var lines = reader.lines();
        assertThat(lines.get(0).validation("loss")).hasValue(0.5);
        assertThat(lines.get(0).validation("accuracy")).isEmpty();
        assertThat(lines.get(0).share("copy")).hasValue(0.1);
        assertThat(lines.get(0).share("compute")).hasValue(0.8);
        assertThat(lines.get(0).number("lr")).isEmpty();
        assertThat(lines.get(0).number("kind")).isEmpty();
        assertThat(lines.get(1).validation("accuracy")).isEmpty();
        assertThat(lines.get(2).validation("loss")).hasValue(0.25);
        assertThat(lines.get(2).share("copy")).hasValue(0.2);
        assertThat(lines.get(2).number("lr")).hasValue(0.001);
        assertThat(lines.get(2).fields()).containsEntry("step", 5L);
    }

    private void append(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
