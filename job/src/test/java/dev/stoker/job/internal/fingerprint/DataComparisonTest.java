package dev.stoker.job.internal.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.DatasetFingerprint;
import dev.stoker.datasets.FileFingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataComparisonTest {
    private static final FileFingerprint A = file("a.jpg", 10, 1_000_000_000L);
    private static final FileFingerprint B = file("b.jpg", 20, 2_000_000_000L);

    @TempDir
    Path folder;

    private static FileFingerprint file(String name, long size, long modified) {
        return new FileFingerprint(name, size, modified, FileFingerprint.UNKNOWN, "");
    }

    private DatasetFingerprint data(List<String> classes, FileFingerprint... files) {
        return DatasetFingerprint.of(folder, classes, () -> List.of(files).stream());
    }

    private FingerprintFile written(DatasetFingerprint data) {
        var file = new FingerprintFile(folder.resolve("fingerprint.gz"));
        file.write(new RunFingerprint(Map.of("lr", "0.1"), Optional.of(data)));
        return file;
    }

    private List<String> differences(DatasetFingerprint before, DatasetFingerprint now) {
        return DataComparison.of(written(before), now).data();
    }

    @Test
    void theSameFilesAreNoDifference() {
        assertThat(differences(data(List.of("x"), A, B), data(List.of("x"), A, B)))
                .isEmpty();
    }

    @Test
    void eachKindOfDifferenceHasItsWords() {
        var classes = List.of("x");
        assertThat(differences(data(classes, A, B), data(classes, A))).containsExactly("b.jpg is missing");
        assertThat(differences(data(classes, A), data(classes, A, B))).containsExactly("b.jpg is new");
        assertThat(differences(data(classes, A, B), data(classes, A, file("b.jpg", 1234, B.modified()))))
                .containsExactly("b.jpg has 1,234 bytes instead of 20");
        assertThat(differences(data(classes, A), data(classes, file("a.jpg", 10, A.modified() + 1))))
                .singleElement()
                .asString()
                .startsWith("a.jpg was changed at 1970-01-0")
                .endsWith(", within the same second");
    }

    @Test
    void classesAreComparedInTheirOrder() {
        assertThat(differences(data(List.of("cat", "dog"), A), data(List.of("cat", "owl"), A)))
                .containsExactly("class 'owl' is new", "class 'dog' is missing");
        assertThat(differences(data(List.of("cat", "dog"), A), data(List.of("dog", "cat"), A)))
                .containsExactly("the classes are in another order");
    }

    @Test
    void aShardIsKnownByChecksumAndRecords() throws IOException {
        var shard = Files.writeString(folder.resolve("s"), "content");
        String sha = "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73";
        var before = data(List.of(), new FileFingerprint("s", 7, 1, 3, sha));
        assertThat(differences(before, data(List.of(), new FileFingerprint("s", 7, 1, 4, sha))))
                .containsExactly("s has 4 records instead of 3");
        assertThat(differences(before, data(List.of(), new FileFingerprint("s", 7, 1, 3, "00"))))
                .containsExactly("s has another checksum");
        var touched = data(List.of(), new FileFingerprint("s", 7, 2, 3, sha));
        assertThat(differences(before, touched)).isEmpty();
        Files.writeString(shard, "another");
        assertThat(differences(before, touched)).singleElement().asString().startsWith("s was changed at");
    }

    @Test
    void anyNameSurvives() {
        var odd = new FileFingerprint[] {
            file("a\nb\\n\tc.jpg", 1, 1), file("end", 2, 2), file("files", 3, 3), file("plan\tlr", 4, 4)
        };
        var classes = List.of("line\nbreak", "tab\there", "back\\slash", "");
        assertThat(differences(data(classes, odd), data(classes, odd))).isEmpty();
        assertThat(differences(data(classes, odd), data(classes, odd[1], odd[2], odd[3])))
                .containsExactly("a\nb\\n\tc.jpg is missing");
    }

    @Test
    void ofManyFilesFiveAreNamedAndTheFileStaysSmall() throws IOException {
        int count = 100_000;
        var before = DatasetFingerprint.of(
                folder,
                List.of("x"),
                () -> IntStream.range(0, count)
                        .mapToObj(i -> file("train/x/%06d.jpg".formatted(i), 1000 + i * 7919L % 9000, i * 1_000_003L)));
        var recorded = written(before);
        assertThat(Files.size(folder.resolve("fingerprint.gz"))).isLessThan(20L * count);
        var now =
                DatasetFingerprint.of(folder, List.of("x"), () -> before.files().skip(50));
        assertThat(DataComparison.of(recorded, now).data())
                .startsWith("train/x/000000.jpg is missing")
                .endsWith("train/x/000004.jpg is missing", "and 45 more");
    }

    @Test
    void aFileThatEndsEarlyIsDamaged() throws IOException {
        var recorded = written(data(List.of("x"), A, B));
        var file = folder.resolve("fingerprint.gz");
        byte[] bytes = Files.readAllBytes(file);
        for (int length = 0; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertThat(recorded.isSound())
                    .as("%d of %d bytes", length, bytes.length)
                    .isFalse();
        }
        assertThatThrownBy(() -> DataComparison.of(recorded, data(List.of("x"), A, B)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("is damaged (");
    }
}
