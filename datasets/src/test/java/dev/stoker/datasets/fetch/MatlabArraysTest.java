package dev.stoker.datasets.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On files that SciPy wrote. */
class MatlabArraysTest {
    @TempDir
    Path folder;

    static byte[] resource(String name) {
        try (var stream = MatlabArraysTest.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(stream, name).readAllBytes();
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("labels.mat"), content);
    }

    @Test
    void compressedArraysOfSeveralTypesAreRead() throws IOException {
        assertThat(MatlabArrays.open(file(resource("imagelabels.mat"))).integers("labels"))
                .containsExactly(1, 2, 1, 2, 2);
        var splits = MatlabArrays.open(file(resource("setid.mat")));
        assertThat(splits.integers("tstid")).containsExactly(5);
        assertThat(splits.integers("trnid")).containsExactly(1, 2);
        assertThat(splits.integers("valid")).containsExactly(3, 4);
    }

    @Test
    void plainArraysAreReadBesideOtherVariables() throws IOException {
        assertThat(MatlabArrays.open(file(resource("plain.mat"))).integers("labels"))
                .containsExactly(1, 2, 300, 70000);
    }

    @Test
    void whatIsNoListOfLabelsIsNamed() throws IOException {
        var plain = MatlabArrays.open(file(resource("plain.mat")));
        assertThatThrownBy(() -> plain.integers("half")).hasMessage("labels.mat holds 1.5, which is no label");
        assertThatThrownBy(() -> plain.integers("none")).hasMessage("labels.mat has no array none");
        Path text = file("<html>not found</html>".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> MatlabArrays.open(text)).hasMessage("labels.mat is not a MATLAB file of level 5");
    }

    /** Wherever it ends, the labels are whole or it is refused with a sentence. */
    @Test
    void aFileThatIsCutShortIsReadOrRefused() throws IOException {
        for (String name : List.of("imagelabels.mat", "plain.mat")) {
            byte[] whole = resource(name);
            int[] labels = MatlabArrays.open(file(whole)).integers("labels");
            int refused = 0;
            for (int length = 0; length < whole.length; length++) {
                Path cut = file(Arrays.copyOf(whole, length));
                try {
                    assertThat(MatlabArrays.open(cut).integers("labels"))
                            .as("%s, %d bytes", name, length)
                            .isEqualTo(labels);
                } catch (IOException refusal) {
                    refused++;
                    assertThat(refusal).hasMessageNotContaining("null");
                }
            }
            assertThat(refused).isGreaterThan(whole.length / 2);
        }
    }
}
