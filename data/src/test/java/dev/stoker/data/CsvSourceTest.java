package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.csv.CsvRow;
import dev.stoker.data.csv.CsvSettings;
import dev.stoker.data.csv.CsvType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvSourceTest extends DatasetSourceContract {
    @Override
    Dataset<String> source() throws IOException {
        var content = new StringBuilder("id,city,size\n");
        for (int i = 0; i < 300; i++) {
            content.append("%d,\"a \"\"town\"\",%s%d\",%s%n".formatted(i, i % 7 == 0 ? "\n" : "", i, i / 4.0));
        }
        return FileDatasets.csv(csv(content.toString())).map(CsvRow::toString);
    }

    private Path csv(String content) throws IOException {
        return Files.writeString(folder.resolve("table.csv"), content);
    }

    private List<CsvRow> rows(String content) throws IOException {
        return all(FileDatasets.csv(csv(content)));
    }

    @Test
    void columnsHaveTheNarrowestTypeThatFits() throws IOException {
        var row = rows("age,weight,city,phone,none\n 7,1,Rome,12345678901234567890,\n,2.5e3,NaN,1,\n-3,,1d,2,\n")
                .getFirst();
        assertThat(row.columns().names()).containsExactly("age", "weight", "city", "phone", "none");
        assertThat(row.integer("age")).isEqualTo(7);
        assertThat(row.number("age")).isEqualTo(7.0);
        assertThat(row.number("weight")).isEqualTo(1.0);
        assertThat(row.text("city")).isEqualTo("Rome");
        assertThat(row.text(3)).isEqualTo("12345678901234567890");
        assertThat(row.isMissing("none")).isTrue();
        assertThat(row.isMissing(0)).isFalse();
    }

    @Test
    void quotesHoldSeparatorsQuotesAndEndsOfLines() throws IOException {
        var rows = rows("\ufeffname,text\r\na,\"x, y\r\nz\"\r\nb,\"say \"\"hi\"\"\"\r\n\r\nc,d\"e\rf,last");
        assertThat(rows)
                .extracting(row -> row.text("name") + ":" + row.text("text"))
                .containsExactly("a:x, y\r\nz", "b:say \"hi\"", "c:d\"e", "f:last");
    }

    @Test
    void otherSeparatorsQuotesAndNoHeader() throws IOException {
        var settings = CsvSettings.DEFAULT.withSeparator('\t').withQuote('\'').withoutHeader();
        var rows = all(FileDatasets.csv(csv("1\t'a\tb'\t\n2\t\"\t\n"), settings));
        assertThat(rows).hasSize(2);
        assertThat(rows.getFirst().text("column1")).isEqualTo("a\tb");
        assertThat(rows.getLast().text(1)).isEqualTo("\"");
        assertThat(rows.getLast().isMissing(2)).isTrue();
        assertThatThrownBy(() -> CsvSettings.DEFAULT.withSeparator('é')).hasMessageContaining("separator must be");
    }

    @Test
    void aGivenTypeHolds() throws IOException {
        Path file = csv("zip,x\n00123,1\n");
        var row = all(FileDatasets.csv(file, CsvSettings.DEFAULT.withType("zip", CsvType.TEXT)))
                .getFirst();
        assertThat(row.text("zip")).isEqualTo("00123");
        assertThatThrownBy(() -> FileDatasets.csv(file, CsvSettings.DEFAULT.withType("zap", CsvType.TEXT)))
                .hasMessage("there is no column zap; there are zip, x; did you mean zip?");
    }

    @Test
    void unknownColumnsOtherTypesAndEmptyCellsAreExplained() throws IOException {
        var row = rows("age,city\n1,Rome\n").getFirst();
        assertThatThrownBy(() -> row.text("citi"))
                .isInstanceOf(StokerException.class)
                .hasMessage("there is no column citi; there are age, city; did you mean city?");
        assertThatThrownBy(() -> row.number("city"))
                .hasMessageStartingWith("column city is of type text and cannot be read as number");
        assertThatThrownBy(() -> row.text("age")).hasMessageStartingWith("column age is of type integer");
        var empty = rows("age,city\n,Rome\n").getFirst();
        assertThatThrownBy(() -> empty.text("age")).hasMessageContaining("column age is empty in this row");
    }

    @Test
    void aRaggedRowNamesTheLineAndBothCountsAndMayBeSkipped() throws IOException {
        var rows = FileDatasets.csv(csv("a,b\n1,\"x\ny\"\n2,3,4\n5\n6,7\n"));
        assertThatThrownBy(() -> all(rows))
                .isInstanceOf(CorruptDataException.class)
                .hasMessage(folder.resolve("table.csv") + ", line 4: 3 cells where 2 are expected");
        assertThat(all(rows.skipCorrupt(2))).hasSize(2);
    }

    @Test
    void aLaterRowOfAnotherTypeNamesLineColumnAndRemedy() throws IOException {
        Path file = csv("id,x\n" + "1,2\n".repeat(10_000) + "1,2.5\n");
        assertThatThrownBy(() -> all(FileDatasets.csv(file)))
                .isInstanceOf(CorruptDataException.class)
                .hasMessage(file + ", line 10002: column x is of type integer, but here it holds '2.5';"
                        + " correct it, or give the column's type");
        var given = CsvSettings.DEFAULT.withType("x", CsvType.NUMBER);
        assertThat(all(FileDatasets.csv(file, given)).getLast().number("x")).isEqualTo(2.5);
    }

    @Test
    void aQuoteThatIsNeverClosedNamesItsLine() throws IOException {
        Path file = csv("a,b\n1,2\n3,\"4\n5,6\n");
        assertThatThrownBy(() -> FileDatasets.csv(file))
                .hasMessage(file + ", line 3: a quote is opened here and never closed");
        csv("a,b\n1,\"2\"x\n");
        assertThatThrownBy(() -> all(FileDatasets.csv(file)))
                .hasMessageStartingWith(file + ", line 2: a quote is closed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\r\n", "\ufeff"})
    void anEmptyFileIsNamed(String content) throws IOException {
        Path file = csv(content);
        assertThatThrownBy(() -> FileDatasets.csv(file)).hasMessageContaining(file + " is empty");
    }

    @Test
    void aHeaderAloneHasNoRows() throws IOException {
        assertThat(FileDatasets.csv(csv("a,b")).size()).hasValue(0);
    }

    @Test
    void otherEncodingsDuplicateColumnsAndMissingFilesAreNamed() throws IOException {
        Path file = folder.resolve("table.csv");
        Files.write(file, "a,b\n1,ü\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> all(FileDatasets.csv(file))).hasMessageContaining("line 2: this is not UTF-8 text");
        Files.write(file, "a,b\n".getBytes(StandardCharsets.UTF_16));
        assertThatThrownBy(() -> FileDatasets.csv(file)).hasMessageContaining("is UTF-16 text; convert it");
        csv("a,b,a\n");
        assertThatThrownBy(() -> FileDatasets.csv(file)).hasMessageContaining("has two columns called a");
        Files.delete(file);
        assertThatThrownBy(() -> FileDatasets.csv(file)).hasMessageContaining("no such file or folder");
    }

    @Test
    void aFileThatChangesBetweenIterationsIsNamed() throws IOException {
        var rows = FileDatasets.csv(csv("a,b\n1,2\n"));
        all(rows);
        csv("a,b\n11,2\n");
        assertThatThrownBy(() -> all(rows)).hasMessageContaining("table.csv has changed since it was opened");
    }

    /** Cells with quotes, separators and line breaks, written by the rules and read back. */
    @Test
    void randomTablesAreReadBackUnchanged() throws IOException {
        var random = new SeededRandom(new Seed(11));
        var alphabet = List.of("a", "\"", ",", "\n", "\r", " ", "ü", "é", "");
        for (int round = 0; round < 200; round++) {
            var expected = new ArrayList<List<String>>();
            var content = new StringBuilder("x,y\n");
            for (int row = 0; row < 1 + random.nextInt(5); row++) {
                var cells = List.of("t" + word(random, alphabet), "t" + word(random, alphabet));
                expected.add(cells);
                content.append(quoted(cells.getFirst()))
                        .append(',')
                        .append(quoted(cells.getLast()))
                        .append(random.nextInt(2) == 0 ? "\n" : "\r\n");
            }
            assertThat(rows(content.toString()))
                    .extracting(row -> List.of(row.text("x"), row.text("y")))
                    .as("round %d", round)
                    .isEqualTo(expected);
        }
    }

    /** Rows are found in bytes, cells by the library in characters: they must agree on any text. */
    @Test
    void rowsAreFoundWhereTheLibraryFindsThem() throws IOException {
        var random = new SeededRandom(new Seed(12));
        var alphabet = List.of("a", "a", "\"", ",", "\n", "\r", "\"a\"", "\"\"", "\r\n");
        int sound = 0;
        for (int round = 0; round < 1_000; round++) {
            String content = word(random, alphabet) + "a" + word(random, alphabet);
            var expected = byLibrary(content);
            assertThat(here(content)).as("of %s", content).isEqualTo(expected);
            sound += expected.isPresent() ? 1 : 0;
        }
        assertThat(sound).isBetween(50, 950);
    }

    private static Optional<List<List<String>>> byLibrary(String content) {
        try (var reader = CsvReader.builder().allowUnclosedQuote(false).ofCsvRecord(content)) {
            var rows = reader.stream().map(CsvRecord::getFields).toList();
            boolean even = rows.stream().map(List::size).distinct().count() == 1;
            return even ? Optional.of(rows) : Optional.empty();
        } catch (CsvParseException | IOException _) {
            return Optional.empty();
        }
    }

    private Optional<List<List<String>>> here(String content) throws IOException {
        Path file = csv(content);
        try {
            return Optional.of(all(FileDatasets.csv(file, CsvSettings.DEFAULT.withoutHeader())).stream()
                    .map(row -> IntStream.range(0, row.columns().count())
                            .mapToObj(i -> row.isMissing(i) ? "" : row.text(i))
                            .toList())
                    .toList());
        } catch (StokerException _) {
            return Optional.empty();
        }
    }

    private static String word(SeededRandom random, List<String> alphabet) {
        var word = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            word.append(alphabet.get(random.nextInt(alphabet.size())));
        }
        return word.toString();
    }

    private static String quoted(String cell) {
        return '"' + cell.replace("\"", "\"\"") + '"';
    }

    @Test
    void aTableOfAMillionColumnsIsASentenceOfItsOwn() throws IOException {
        var table = csv(",".repeat(999_999) + "\n" + ",".repeat(999_999) + "\n");
        assertThatThrownBy(() -> FileDatasets.csv(table))
                .isExactlyInstanceOf(StokerException.class)
                .hasMessage(table
                        + " has 1,000,000 columns, and a table may have 16,384; leave out columns, or store"
                        + " images as files, a folder per class");
        assertThat(rows("x" + ",".repeat(16_383) + "\n1" + ",".repeat(16_383) + "\n"))
                .hasSize(1);
    }
}
