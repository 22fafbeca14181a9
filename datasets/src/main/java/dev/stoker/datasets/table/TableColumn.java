package dev.stoker.datasets.table;

import dev.stoker.core.config.ConfigNode;
import dev.stoker.core.random.Seed;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A feature column: how the cells of a row become one value for the model, a number or a category code, with everything that was
 * measured for it on the training split.
 */
public sealed interface TableColumn {
    String name();

    /** The number of category codes; 0 for a numeric column. */
    int codes();

    /** The dimension of the embedding; empty for one-hot encoding. */
    OptionalInt embedding();

    /** The column of the file that it reads; empty for a cross. */
    default Optional<String> source() {
        return switch (this) {
            case Numeric numeric -> Optional.of(numeric.column);
            case Bucketized bucketized -> Optional.of(bucketized.column);
            case Vocabulary vocabulary -> Optional.of(vocabulary.column);
            case Hashed hashed -> Optional.of(hashed.column);
            case Crossed _ -> Optional.empty();
        };
    }

    /** Its full definition, which can be read back. */
    ConfigNode definition();

    /** The value for a row; {@code columns} holds the columns defined before it. Refuses a text where a number is needed. */
    float encode(TableRow row, Map<String, TableColumn> columns);

    /** A text where a number is needed. */
    final class NotANumberException extends RuntimeException {
        private static final long serialVersionUID = 1;

        NotANumberException(String column, String text) {
            super(
                    "column %s holds '%s', which is not a number; correct it, leave the cell empty, or make the column categorical ({kind: vocabulary})"
                            .formatted(column, text));
        }
    }

    private static double number(TableRow row, String column, double missing) {
        String text = row.text(column);
        return text.isEmpty()
                ? missing
                : TableRow.number(text).orElseThrow(() -> new NotANumberException(column, text));
    }

    private static Map<String, ConfigNode> entries(String kind, String name, String column) {
        var entries = new LinkedHashMap<String, ConfigNode>();
        entries.put("kind", ConfigNode.of(kind));
        if (!column.equals(name)) {
            entries.put("column", ConfigNode.of(column));
        }
        return entries;
    }

    private static ConfigNode numbers(double... numbers) {
        return ConfigNode.of(Arrays.stream(numbers)
                .mapToObj(number -> ConfigNode.of(Double.toString(number)))
                .toList());
    }

    private static ConfigNode with(Map<String, ConfigNode> entries, OptionalInt embedding) {
        entries.put("as", ConfigNode.of(embedding.isPresent() ? "embedding" : "one-hot"));
        embedding.ifPresent(dimension -> entries.put("dimension", ConfigNode.of(Integer.toString(dimension))));
        return ConfigNode.of(entries);
    }

    /** {@code (x - center) / spread}; a missing number is {@code missing}. */
    record Numeric(String name, String column, double center, double spread, double missing) implements TableColumn {
        @Override
        public int codes() {
            return 0;
        }

        @Override
        public OptionalInt embedding() {
            return OptionalInt.empty();
        }

        @Override
        public float encode(TableRow row, Map<String, TableColumn> columns) {
            return (float) ((number(row, column, missing) - center) / spread);
        }

        @Override
        public ConfigNode definition() {
            var entries = entries(TableColumnParser.NUMERIC, name, column);
            entries.put("center", ConfigNode.of(Double.toString(center)));
            entries.put("spread", ConfigNode.of(Double.toString(spread)));
            entries.put("missing", ConfigNode.of(Double.toString(missing)));
            return ConfigNode.of(entries);
        }
    }

    /** The index of the bucket between boundaries into which a number falls. */
    record Bucketized(String name, String column, List<Double> boundaries, double missing, OptionalInt embedding)
            implements TableColumn {
        public Bucketized {
            boundaries = List.copyOf(boundaries);
        }

        @Override
        public int codes() {
            return boundaries.size() + 1;
        }

        @Override
        public float encode(TableRow row, Map<String, TableColumn> columns) {
            double value = number(row, column, missing);
            return boundaries.stream().filter(boundary -> value >= boundary).count();
        }

        @Override
        public ConfigNode definition() {
            var entries = entries(TableColumnParser.BUCKETS, name, column);
            entries.put(
                    "boundaries",
                    numbers(boundaries.stream().mapToDouble(Double::doubleValue).toArray()));
            entries.put("missing", ConfigNode.of(Double.toString(missing)));
            return with(entries, embedding);
        }
    }

    /** The position of a word in the vocabulary, from 1; 0 for a missing or unknown word. */
    record Vocabulary(String name, String column, Map<String, Integer> codeByWord, OptionalInt embedding)
            implements TableColumn {
        public Vocabulary {
            codeByWord = Map.copyOf(codeByWord);
        }

        static Vocabulary of(String name, String column, List<String> words, OptionalInt embedding) {
            var codes = new HashMap<String, Integer>();
            words.forEach(word -> codes.put(word, codes.size() + 1));
            return new Vocabulary(name, column, codes, embedding);
        }

        @Override
        public int codes() {
            return codeByWord.size() + 1;
        }

        boolean knows(String word) {
            return codeByWord.containsKey(word);
        }

        @Override
        public float encode(TableRow row, Map<String, TableColumn> columns) {
            return codeByWord.getOrDefault(row.text(column), 0);
        }

        @Override
        public ConfigNode definition() {
            var entries = entries(TableColumnParser.VOCABULARY, name, column);
            entries.put(
                    "words",
                    ConfigNode.of(codeByWord.entrySet().stream()
                            .sorted(Map.Entry.comparingByValue())
                            .map(entry -> ConfigNode.of(entry.getKey()))
                            .toList()));
            return with(entries, embedding);
        }
    }

    /** The hash bucket of a text, from 1; 0 for a missing value. */
    record Hashed(String name, String column, int buckets, OptionalInt embedding) implements TableColumn {
        @Override
        public int codes() {
            return buckets + 1;
        }

        @Override
        public float encode(TableRow row, Map<String, TableColumn> columns) {
            String text = row.text(column);
            return text.isEmpty() ? 0 : 1 + bucket(text, buckets);
        }

        @Override
        public ConfigNode definition() {
            var entries = entries(TableColumnParser.HASH, name, column);
            entries.put("buckets", ConfigNode.of(Integer.toString(buckets)));
            return with(entries, embedding);
        }
    }

    /** The hash bucket of the codes of several columns combined. */
    record Crossed(String name, List<String> of, int buckets, OptionalInt embedding) implements TableColumn {
        public Crossed {
            of = List.copyOf(of);
        }

        @Override
        public int codes() {
            return buckets;
        }

        @Override
        public float encode(TableRow row, Map<String, TableColumn> columns) {
            var text = new StringBuilder();
            for (String name : of) {
                var column = columns.get(name);
                text.append(column == null ? 0 : (int) column.encode(row, columns))
                        .append('×');
            }
            return bucket(text.toString(), buckets);
        }

        @Override
        public ConfigNode definition() {
            var entries = new LinkedHashMap<String, ConfigNode>();
            entries.put("kind", ConfigNode.of(TableColumnParser.CROSS));
            entries.put("of", ConfigNode.of(of.stream().map(ConfigNode::of).toList()));
            entries.put("buckets", ConfigNode.of(Integer.toString(buckets)));
            return with(entries, embedding);
        }
    }

    private static int bucket(String text, int buckets) {
        return (int) Math.floorMod(new Seed(0).forPurpose(text).value(), (long) buckets);
    }
}
