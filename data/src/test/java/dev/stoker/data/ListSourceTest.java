package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.data.file.LabeledFile;
import dev.stoker.data.file.LabeledFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListSourceTest extends DatasetSourceContract {
    @Override
    Dataset<String> source() throws IOException {
        return FileDatasets.list(list(IntStream.range(0, 150)
                        .mapToObj(i -> i + ".jpg " + i % 3)
                        .collect(Collectors.joining("\n"))))
                .map(LabeledFile::toString);
    }

    private Path list(String content) throws IOException {
        return Files.writeString(folder.resolve("list.txt"), content);
    }

    private Path csv(String content) throws IOException {
        return Files.writeString(folder.resolve("list.csv"), content);
    }

    private LabeledFile file(String path, int label) {
        return new LabeledFile(folder.resolve(path), label);
    }

    @Test
    void namesAreSortedIntoClasses() throws IOException {
        var files = LabeledFiles.listed(csv("filename,label\na.jpg,dog\nb/c.jpg,cat\n\n/x/d.jpg,hot dog\n"));
        assertThat(files.classes()).containsExactly("cat", "dog", "hot dog");
        assertThat(files.entries())
                .containsExactly(file("a.jpg", 1), file("b/c.jpg", 0), new LabeledFile(Path.of("/x/d.jpg"), 2));
    }

    @Test
    void numbersAreUsedAsLabels() throws IOException {
        var files = LabeledFiles.listed(list("\ufeff# made by hand\n\nmy photo.jpg 2\nb.jpg\t0\r\nc,d.jpg,1\n"));
        assertThat(files.classes()).containsExactly("0", "1", "2");
        assertThat(files.entries()).containsExactly(file("my photo.jpg", 2), file("b.jpg", 0), file("c,d.jpg", 1));
    }

    @Test
    void quotesKeepCommasTogether() throws IOException {
        var files = LabeledFiles.listed(csv("path,label\n\"a, b.jpg\",\"red, round\"\n#1.jpg,\"the \"\"best\"\"\"\n"));
        assertThat(files.classes()).containsExactly("red, round", "the \"best\"");
        assertThat(files.entries()).containsExactly(file("a, b.jpg", 0), file("#1.jpg", 1));
    }

    @Test
    void givenClassesAreKept() throws IOException {
        Path list = list("a.jpg dog\nb.jpg 0\n");
        assertThat(LabeledFiles.listed(list, List.of("cat", "dog")).entries())
                .containsExactly(file("a.jpg", 1), file("b.jpg", 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.jpg dog;b.jpg cats   | line 2: label 'cats' is not one of the 2 classes; did you mean cat?",
                "a.jpg 0;#;b.jpg 2      | line 3: label '2' is outside 0 to 1",
                "a.jpg -1               | line 1: label '-1' is outside 0 to 1",
                "a.jpg 99999999999      | line 1: label '99999999999' is outside 0 to 1"
            })
    void aLabelOutsideTheClassesNamesTheLine(String lines, String message) throws IOException {
        Path list = list(lines.replace(';', '\n'));
        assertThatThrownBy(() -> LabeledFiles.listed(list, List.of("cat", "dog")))
                .isInstanceOf(StokerException.class)
                .hasMessage(list + ", " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "a.jpg 0;b.jpg dog | , line 2: label 'dog' is a name while those before are numbers",
                "a.jpg             | , line 1: 'a.jpg' is not a path followed by a label",
                ",3                | , line 1: ',3' is not a path followed by a label",
                "a.jpg,            | , line 1: 'a.jpg,' is not a path followed by a label",
                "a.jpg 0;\"b,0     | , line 2: the quotes do not match up",
                "a.jpg 5000000     | , line 1: label '5000000' is outside 0 to 999999"
            })
    void aBadLineIsNamed(String lines, String message) throws IOException {
        Path list = list(lines.replace(';', '\n'));
        assertThatThrownBy(() -> FileDatasets.list(list))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(list + message);
    }

    @Test
    void aPathThatTheSystemCannotHaveIsNamedWithItsLine() {
        assertThatThrownBy(() -> FileDatasets.list(list("a.jpg,cat\nb\0.jpg,dog\n")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("list.txt, line 2: 'b\0.jpg' is not a path");
    }

    @Test
    void anEmptyAMissingAndAForeignListAreNamed() throws IOException {
        assertThatThrownBy(() -> FileDatasets.list(list(""))).hasMessageContaining("list.txt lists no files");
        assertThatThrownBy(() -> FileDatasets.list(list("# nothing\n\npath,label\n")))
                .hasMessageContaining("lists no files");
        assertThatThrownBy(() -> FileDatasets.list(folder.resolve("x")))
                .hasMessage("cannot read %s (no such file or folder)".formatted(folder.resolve("x")));
        Files.write(folder.resolve("list.txt"), "é.jpg 1".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> FileDatasets.list(folder.resolve("list.txt")))
                .hasMessageContaining("is not UTF-8 text");
    }
}
