package dev.stoker.datasets.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.label.TargetValues;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.LabelFormat;
import dev.stoker.datasets.RowFormat;
import dev.stoker.datasets.ValidationChoice;
import dev.stoker.image.transform.PaddingMode;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableDatasetTest {
    @TempDir
    Path folder;

    private record Row(int label, float... values) {}

    private static List<Row> rows(DatasetSplit part) {
        var rows = new ArrayList<Row>();
        try (var feed = part.evaluationRows()
                        .batch(part.size())
                        .open(PipelineResources.workers(1), BatchMemoryAllocator.host());
                var batch = feed.next()) {
            var values = batch.rows().toArray(ValueLayout.JAVA_FLOAT);
            int width = values.length / part.size();
            for (int i = 0; i < part.size(); i++) {
                rows.add(new Row(
                        (int) batch.labels().getAtIndex(ValueLayout.JAVA_LONG, i),
                        Arrays.copyOfRange(values, i * width, (i + 1) * width)));
            }
        }
        return rows;
    }

    private Path write(String name, String... lines) throws IOException {
        return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
    }

    private TableDataset pair(Optional<ConfigNode> columns, List<String> training, List<String> test)
            throws IOException {
        write("train.csv", training.toArray(String[]::new));
        write("test.csv", test.toArray(String[]::new));
        return TableDataset.open(
                folder.toString(),
                new TableSettings(Optional.empty(), columns, new ValidationChoice.TestSplit(), new Seed(1), 0));
    }

    private static TableSettings settings(Optional<ConfigNode> columns, int skipCorrupt) {
        return new TableSettings(Optional.empty(), columns, new ValidationChoice.Share(0.25), new Seed(1), skipCorrupt);
    }

    private static TableDataset open(Path file) {
        return TableDataset.open(file.toString(), settings(Optional.empty(), 0));
    }

    private static TableSettings labels(Optional<String> label, LabelFormat format) {
        return new TableSettings(label, Optional.empty(), new ValidationChoice.Share(0.25), new Seed(1), 0, format);
    }

    @Test
    void columnsOfNumbersMayBeTheLabel() throws IOException {
        var file = write("houses.csv", "area,price,rent", "1,10.5,3", "2,20,3", "3,-1e1,4", "4,20,3");
        var table = TableDataset.open(file.toString(), labels(Optional.of("price,rent"), LabelFormat.NUMBER));
        assertThat(table.classes()).containsExactly("price", "rent");
        assertThat(table.label()).isEqualTo("price,rent");
        assertThat(table.columns()).hasSize(1);
        assertThat(table.training().size() + table.validation().orElseThrow().size())
                .isEqualTo(4);
        assertThat(((TargetValues) table.targets().orElseThrow()).rows())
                .containsExactlyInAnyOrder(List.of(10.5, 3.0), List.of(20.0, 3.0), List.of(-10.0, 4.0));
        assertThat(table.notes().getFirst()).endsWith("1 columns, targets price, rent");
    }

    @Test
    void aTargetThatIsNoNumberIsNamedWithItsPlace() throws IOException {
        var file = write("houses.csv", "area,price", "1,10.5", "2,cheap");
        assertThatThrownBy(() -> TableDataset.open(file.toString(), labels(Optional.empty(), LabelFormat.NUMBER)))
                .hasMessageContainingAll("houses.csv", "3", "the target price is 'cheap', which is no finite number");
    }

    private static ConfigNode mapping(String... pairs) {
        var entries = new LinkedHashMap<String, ConfigNode>();
        for (int i = 0; i < pairs.length; i += 2) {
            String value = pairs[i + 1];
            entries.put(
                    pairs[i],
                    value.startsWith("[")
                            ? ConfigNode.of(List.of(value.substring(1, value.length() - 1)
                                            .split(","))
                                    .stream()
                                    .map(ConfigNode::of)
                                    .toList())
                            : ConfigNode.of(value));
        }
        return ConfigNode.of(entries);
    }

    private static final List<String> TRAINING =
            List.of("age,color,class", "10,red,yes", "20,blue,no", "30,red,yes", "40,green,no", ",red,yes", "50,NA,no");

    private static final List<String> TEST = List.of("class,color,age", "no,teal,30", "yes,red,?");

    @Test
    void numbersAreNormalizedByMeanAndStandardDeviationOfTheTrainingSplitAlone() throws IOException {
        var table = pair(Optional.empty(), TRAINING, TEST);
        double deviation = Math.sqrt((400 + 100 + 0 + 100 + 400) / 5.0);
        assertThat(table.columns().getFirst()).isEqualTo(new TableColumn.Numeric("age", "age", 30, deviation, 30));
        var training = rows(table.training());
        assertThat(training.getFirst().values()[0]).isCloseTo((float) (-20 / deviation), within(1e-6f));
        assertThat(training.get(4).values()[0]).as("missing").isZero();
        assertThat(rows(table.validation().orElseThrow()).getFirst().values()[0])
                .as("30")
                .isZero();
    }

    @Test
    void aRowHoldsOneFloatPerColumn() throws IOException {
        var format = pair(Optional.empty(), TRAINING, TEST).format();
        assertThat(format).isEqualTo(new RowFormat(Shape.vector(2), DataType.FLOAT32));
        assertThat(format.bytes()).isEqualTo(8);
    }

    @Test
    void wordsAreCodedByFrequencyAndMissingOrUnknownWordsAreZero() throws IOException {
        var table = pair(Optional.empty(), TRAINING, TEST);
        assertThat(table.columns().get(1).definition())
                .isEqualTo(mapping("kind", "vocabulary", "words", "[red,blue,green]", "as", "one-hot"));
        assertThat(rows(table.training()).stream().map(row -> row.values()[1])).containsExactly(1f, 2f, 1f, 3f, 1f, 0f);
        assertThat(rows(table.validation().orElseThrow()).stream().map(row -> row.values()[1]))
                .containsExactly(0f, 1f);
        assertThat(table.notes())
                .contains(
                        "6 training, 2 validation rows, 2 columns, 2 classes",
                        "age is missing in 2 rows, which get the mean",
                        "color is missing in 1 rows, which get a code of its own",
                        "color has values in 1 rows of other splits that the training split does not have (teal)");
    }

    @Test
    void aDefinitionThatIsReadBackLeavesNothingToMeasure() throws IOException {
        var columns = ConfigNode.of(Map.of(
                "age", ConfigNode.of("numeric"),
                "group", mapping("kind", "buckets", "column", "age", "quantiles", "3"),
                "color", mapping("kind", "hash", "buckets", "7", "dimension", "3"),
                "class", ConfigNode.of("label")));
        var first = pair(Optional.of(columns), TRAINING, TEST);
        // Other numbers: a second measurement would give other results.
        var second = pair(Optional.of(first.definition()), List.of("age,color,class", "1,x,yes", "2,y,no"), TEST);
        assertThat(second.columns()).isEqualTo(first.columns());
        assertThat(second.definition()).isEqualTo(first.definition());
        assertThat(second.label()).isEqualTo("class");
    }

    @Test
    void bucketizedHashedAndCrossedColumnsGiveCodesInRange() throws IOException {
        var entries = new LinkedHashMap<String, ConfigNode>();
        entries.put("group", mapping("kind", "buckets", "column", "age", "boundaries", "[20,40]"));
        entries.put("color", mapping("kind", "vocabulary", "words", "[red,blue]"));
        entries.put("both", mapping("kind", "cross", "of", "[group,color]", "buckets", "5"));
        var table = pair(Optional.of(ConfigNode.of(entries)), TRAINING, TEST);
        var training = rows(table.training());
        assertThat(training.stream().map(row -> row.values()[0])).containsExactly(0f, 1f, 1f, 2f, 1f, 2f);
        assertThat(training.stream().map(row -> row.values()[1])).containsExactly(1f, 2f, 1f, 0f, 1f, 0f);
        assertThat(training.stream().map(row -> row.values()[2]))
                .allMatch(code -> code >= 0 && code < 5 && code % 1 == 0);
        assertThat(training.get(2).values()[2])
                .as("same group and color")
                .isEqualTo(training.get(4).values()[2]);
        assertThat(table.columns().stream().map(TableColumn::codes)).containsExactly(3, 3, 5);
    }

    @Test
    void minMaxNormalizationMapsToZeroAndOne() throws IOException {
        var columns = ConfigNode.of(Map.of("age", mapping("kind", "numeric", "normalize", "min-max")));
        var values = rows(pair(Optional.of(columns), TRAINING, TEST).training()).stream()
                .map(row -> row.values()[0]);
        assertThat(values).containsExactly(0f, 0.25f, 0.5f, 0.75f, 0.5f, 1f);
    }

    @Test
    void aShareOfEachClassIsHeldOutByTheSeedAndEveryClassStaysInTraining() throws IOException {
        var lines = new ArrayList<>(List.of("x,label"));
        for (int i = 0; i < 100; i++) {
            lines.add(i + "," + (i < 80 ? "frequent" : i < 99 ? "rare" : "single"));
        }
        Path file = write("rows.csv", lines.toArray(String[]::new));
        var table = open(file);
        assertThat(table.classes()).containsExactly("frequent", "rare", "single");
        assertThat(rows(table.validation().orElseThrow()).stream().filter(row -> row.label() == 0))
                .hasSize(20);
        assertThat(rows(table.validation().orElseThrow()).stream().filter(row -> row.label() == 1))
                .hasSize(5);
        assertThat(rows(table.training())).hasSize(75).anyMatch(row -> row.label() == 2);
        assertThat(table.notes()).contains("no validation row is of class single");
        assertThat(rows(open(file).validation().orElseThrow()).stream().map(row -> row.values()[0]))
                .containsExactlyElementsOf(rows(table.validation().orElseThrow()).stream()
                        .map(row -> row.values()[0])
                        .toList());
    }

    @Test
    void byteOrderMarkCarriageReturnsAndQuotesAreRead() throws IOException {
        Path file = folder.resolve("windows.csv");
        Files.write(
                file,
                "\ufeffname,size,class\r\n\"a, b\",1,x\r\n\"a, b\",2,y\r\n\"say \"\"hi\"\"\",3,x\r\nz,4,y\r\nz,5,x\r\nz,6,y\r\nz,7,x\r\nz,8,y\r\n"
                        .getBytes(StandardCharsets.UTF_8));
        var table = open(file);
        assertThat(table.columns().stream().map(TableColumn::name)).containsExactly("name", "size");
        assertThat(table.classes()).containsExactly("x", "y");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a,a,class;1,2,x                  | has two columns called a; rename one of them",
                "a,class;1,x;1,2,y                | , line 3: 3 cells where 2 are expected",
                "a,class;1,x;2                    | , line 3: 1 cells where 2 are expected",
                "a,class;1,x;2,                   | , line 3: the label, column class, is empty",
                "a,class;1,x;'2,y                 | , line 3: a quote is opened here and never closed",
                "a,class                          | has a header with the names of columns and no rows",
                "1,2;3,4                          | has no header: its first row holds numbers (1, 2)",
                "class;x;y                        | has only one column, 'class'",
                "a,class;1,x;2,x                  | the label class is 'x' in every row of the training split",
            })
    void aCorruptTableIsOneSentenceWithFileLineAndValue(String lines, String sentence) throws IOException {
        Path file = write("bad.csv", lines.strip().replace('\'', '"').split(";"));
        assertThatThrownBy(() -> open(file))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(sentence)
                .hasMessageContaining("bad.csv");
    }

    @Test
    void anEmptyFileAndAMissingOneAreNamed() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.csv"));
        assertThatThrownBy(() -> open(empty)).hasMessageContaining("empty.csv is empty");
        assertThatThrownBy(() -> open(folder.resolve("none.csv"))).hasMessageContaining("none.csv");
    }

    @Test
    void aTextInANumericColumnIsNamedWithLineColumnAndValueOrSkipped() throws IOException {
        var lines = new ArrayList<>(List.of("age,class"));
        for (int i = 0; i < 40; i++) {
            lines.add((i == 20 ? "3O" : i) + "," + (i % 2 == 0 ? "x" : "y"));
        }
        Path file = write("typo.csv", lines.toArray(String[]::new));
        assertThatThrownBy(() -> open(file))
                .hasMessageContaining("typo.csv, line 22: column age holds '3O', which is not a number; correct it,");
        var table = TableDataset.open(file.toString(), settings(Optional.empty(), 1));
        assertThat(table.training().size() + table.validation().orElseThrow().size())
                .isEqualTo(39);
        assertThat(table.notes()).contains("1 corrupt rows are skipped");
    }

    @Test
    void aClassThatTheTrainingSplitDoesNotHaveIsAnError() throws IOException {
        assertThatThrownBy(() -> pair(Optional.empty(), TRAINING, List.of("age,color,class", "1,red,yess")))
                .hasMessageContaining(
                        "test.csv, line 2: the label 'yess' is not one of the classes of the training split"
                                + " (no, yes); did you mean yes?");
        var columns = ConfigNode.of(Map.of(
                "age", ConfigNode.of("numeric"), "class", mapping("kind", "label", "classes", "[yes,no,maybe]")));
        assertThatThrownBy(() -> pair(Optional.of(columns), TRAINING, TEST))
                .hasMessageContaining("class 'maybe' has no row in the training split, so it cannot be learned");
        assertThatThrownBy(() -> pair(Optional.empty(), TRAINING, List.of("age,class", "1,yes")))
                .hasMessageContaining("test.csv has no column 'color' for the training");
    }

    @Test
    void aLabelOfDistinctNumbersIsRefused() throws IOException {
        var lines = new ArrayList<>(List.of("a,price"));
        for (int i = 0; i < 60; i++) {
            lines.add(i % 5 + "," + i * 1.5);
        }
        Path file = write("prices.csv", lines.toArray(String[]::new));
        assertThatThrownBy(() -> open(file))
                .hasMessageContaining("the label price has 60 different values")
                .hasMessageContaining("choose another label (columns: a, price)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "age    | kind=nmeric                     | column age: there is no kind 'nmeric'; did you mean"
                        + " numeric?",
                "agee   | kind=numeric                    | has no column 'agee' for the columns; did you mean age?",
                "age    | kind=numeric;centre=1;spread=2  | column age: the key 'centre' is now called center",
                "age    | kind=numeric;normalise=mean     | column age: the key 'normalise' is now called normalize",
                "age    | kind=numeric;normalize=max      | normalize must be one of mean, min-max, none, got 'max'",
                "age    | kind=numeric;center=1           | center and spread belong together",
                "age    | kind=numeric;center=1;spread=0  | spread must be above 0, got 0.0",
                "color | kind=numeric                    | color holds no number in the training split",
                "age    | kind=buckets                    | buckets need either boundaries",
                "age    | kind=buckets;boundaries=[3,2]   | boundaries must increase, got [3.0, 2.0]",
                "age    | kind=buckets;quantiles=1        | quantiles must be at least 2, got 1",
                "color | kind=hash                       | the key 'buckets' is missing",
                "color | kind=hash;buckets=0             | buckets must be at least 1, got 0",
                "color | kind=hash;buckets=99999999      | codes are too many, 16777216 at most",
                "color | kind=vocabulary;words=[a,a]     | words must differ, got one of them twice",
                "color | kind=vocabulary;as=onehot       | as must be one of one-hot, embedding, got 'onehot'",
                "color | kind=vocabulary;as=one-hot;dimension=2 | one-hot encoding has no dimension",
                "color | kind=vocabulary;dimension=0     | dimension must be at least 1, got 0",
                "both   | kind=cross;of=[age,size];buckets=3     | no column 'age' is defined before it",
                "both   | kind=cross;of=[age];buckets=3   | a cross combines at least two different columns",
                "leak   | kind=vocabulary;column=class    | column leak reads the label class",
            })
    void anInvalidColumnIsOneSentence(String name, String keys, String sentence) {
        var pairs = List.of(keys.strip().split("[=;]")).toArray(String[]::new);
        assertThatThrownBy(() -> pair(Optional.of(ConfigNode.of(Map.of(name, mapping(pairs)))), TRAINING, TEST))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void aCrossOfNumbersSaysHowToCrossThem() {
        var entries = new LinkedHashMap<String, ConfigNode>();
        entries.put("age", ConfigNode.of("numeric"));
        entries.put("color", ConfigNode.of("vocabulary"));
        entries.put("both", mapping("kind", "cross", "of", "[age,color]", "buckets", "3"));
        assertThatThrownBy(() -> pair(Optional.of(ConfigNode.of(entries)), TRAINING, TEST))
                .hasMessageContaining("age is numeric; define buckets of it and cross those");
    }

    @Test
    void rowsCannotBeAugmented() throws IOException {
        var training = pair(Optional.empty(), TRAINING, TEST).training();
        var flipped =
                new AugmentationSettings(AugmentationSettings.FlipMode.RANDOM, OptionalInt.empty(), PaddingMode.BLACK);
        assertThatThrownBy(() -> training.trainingRows(flipped, new Seed(1)))
                .hasMessageContaining("rows of a table cannot be augmented");
    }
}
