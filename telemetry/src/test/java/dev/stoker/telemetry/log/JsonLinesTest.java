package dev.stoker.telemetry.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesTest {
    @TempDir
    Path folder;

    private Path file = Path.of("metrics.jsonl");

    @BeforeEach
    void placeTheFile() {
        file = folder.resolve("metrics.jsonl");
    }

    @Test
    void everyObjectTakesOneLineAndIsThereAtOnce() {
        try (var lines = JsonLines.append(file)) {
            lines.write(Map.of("text", "two\nlines"));
            assertThat(file).hasContent("{\"text\":\"two\\nlines\"}\n");
            lines.write(Map.of("loss", Double.NaN));
            assertThat(file).hasContent("{\"text\":\"two\\nlines\"}\n{\"loss\":null}\n");
        }
    }

    @Test
    void aSecondWriterContinuesAfterTheFirst() {
        for (int step = 1; step <= 2; step++) {
            try (var lines = JsonLines.append(file)) {
                lines.write(Map.of("step", step));
            }
        }

        assertThat(file).hasContent("{\"step\":1}\n{\"step\":2}\n");
    }

    @Test
    void halfASurrogatePairDoesNotStopTheLog() {
        try (var lines = JsonLines.append(file)) {
            lines.write(Map.of("name", "torn \ud83d"));
        }

        assertThat(file).hasContent("{\"name\":\"torn \\ud83d\"}\n");
    }

    @Test
    void threadsThatWriteAtOnceNeverMixTheirLines() throws IOException {
        try (var lines = JsonLines.append(file);
                var threads = Executors.newFixedThreadPool(4)) {
            for (int step = 0; step < 400; step++) {
                Map<String, Integer> fields = Map.of("step", step);
                threads.execute(() -> lines.write(fields));
            }
        }

        assertThat(Files.readAllLines(file))
                .hasSize(400)
                .doesNotHaveDuplicates()
                .allMatch(line -> line.matches("\\{\"step\":\\d+}"));
    }

    @Test
    void theLeadingLinesThatSatisfyArePreserved() throws IOException {
        Files.writeString(file, "{\"größe\":1}\n{\"größe\":2}\nother\n{\"größe\":3}\n");

        JsonLines.keepWhile(file, line -> line.startsWith("{\"größe\""));

        assertThat(file).hasContent("{\"größe\":1}\n{\"größe\":2}\n");
    }

    @Test
    void anIncompleteLastLineIsDropped() throws IOException {
        Files.writeString(file, "{\"step\":1}\n{\"step\":2}");

        JsonLines.keepWhile(file, line -> true);

        assertThat(Files.readString(file)).isEqualTo("{\"step\":1}\n");
    }

    @Test
    void aLineThatAPowerLossTurnedIntoZerosEndsTheFile() throws IOException {
        Files.writeString(file, "{\"step\":1}\n\0\0\0\0\0\0\0\0\0\0\0{\"step\":3}\n{\"step\":4}\n");

        JsonLines.keepWhile(file, line -> true);

        assertThat(Files.readString(file)).isEqualTo("{\"step\":1}\n");
    }

    @Test
    void aFileOfOneIncompleteLineBecomesEmpty() throws IOException {
        Files.writeString(file, "{\"st");

        JsonLines.keepWhile(file, line -> true);

        assertThat(file).isEmptyFile();
    }

    @Test
    void aFileWithoutAnIncompleteLineIsNotChanged() throws IOException {
        Files.writeString(file, "{\"step\":1}\n");
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));

        JsonLines.keepWhile(file, line -> true);

        assertThat(Files.getLastModifiedTime(file).toMillis()).isZero();
    }

    @Test
    void anAbsentFileStaysAbsent() {
        JsonLines.keepWhile(file, line -> true);

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFolderInPlaceOfTheFileIsNamed() {
        assertThatThrownBy(() -> JsonLines.append(folder))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("cannot open " + folder)
                .hasMessageContaining("Is a directory");
    }

    @Test
    void aMissingFolderIsNamed() {
        assertThatThrownBy(() -> JsonLines.append(folder.resolve("absent/metrics.jsonl")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("absent/metrics.jsonl (no such file or folder)");
    }
}
