package dev.stoker.datasets.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassNamesTest {
    private static final String LETTERS = "ab \t\n\r\"\\/,='\u001b\u0085\u2028\u202e\ufeffü漢\ud83d\udc08\u007fun";

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("classes.txt");
    }

    @Test
    void everyNameSurvives() throws IOException {
        var names = List.of(
                "cat",
                "bee\nwasp",
                " space ",
                "\"dog\"",
                "\"",
                "\\n",
                "a\\",
                "tab\t",
                "\u001b[31mred",
                "x\u202ey",
                "漢字");
        ClassNames.write(file, names);
        assertThat(ClassNames.read(file).names()).isEqualTo(names);
        assertThat(Files.readAllLines(file)).hasSize(names.size()).startsWith("cat", "\"bee\\nwasp\"", "\" space \"");
    }

    @Test
    void namesOfRandomCharactersSurvive() {
        var random = new SplittableRandom(17);
        var names = IntStream.range(0, 2_000)
                .mapToObj(_ -> randomName(random))
                .distinct()
                .toList();
        ClassNames.write(file, names);
        assertThat(ClassNames.read(file).names()).isEqualTo(names);
    }

    private static String randomName(SplittableRandom random) {
        var name = new StringBuilder();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            int letter = LETTERS.codePointAt(random.nextInt(LETTERS.length()));
            name.appendCodePoint(
                    Character.isBmpCodePoint(letter) && Character.isSurrogate((char) letter) ? 'q' : letter);
        }
        return name.toString();
    }

    @Test
    void ownFilesOfPlainNamesAreReadAsBefore() throws IOException {
        Files.writeString(file, "\ufeff cat \r\n\r\nblack dog\n5\" disk\n\n'bee'\n");
        assertThat(ClassNames.read(file).names()).containsExactly("cat", "black dog", "5\" disk", "'bee'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a\" or \"b\"", "\"a\\q\"", "\"a\\\"", "\"\\u12\"", "\"\\u12x4\""})
    void aLineInQuotesThatIsNoStringIsNamed(String line) throws IOException {
        Files.writeString(file, "cat\n" + line + "\n");
        assertThatThrownBy(() -> ClassNames.read(file))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("%s, line 2: %s is in quotes but not a JSON string".formatted(file, line));
    }

    @Test
    void aFileInAnotherEncodingIsNamed() throws IOException {
        Files.write(file, "Käfer\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> ClassNames.read(file)).hasMessageContaining("is not UTF-8; convert it");
    }

    @Test
    void aNameTwiceIsRefusedHoweverItIsWritten() throws IOException {
        Files.writeString(file, "cat\n\"cat\"\n");
        assertThatThrownBy(() -> ClassNames.read(file)).hasMessageContaining("names the class 'cat' twice");
    }
}
