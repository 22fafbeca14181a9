package dev.stoker.datasets.table;

import dev.stoker.core.config.ConfigNode;
import dev.stoker.core.random.Seed;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** One value of a row as a model gets it, with everything that was measured for it: a number, or a code out of several. */
public sealed interface TableColumn {
    String name();

    /** How many codes there are; 0 for a number. */
    int codes();

    /** The dimension of an embedding; nothing where each code is a feature of its own. */
    OptionalInt embedding();

    /** Everything about it, to be read back. */
    ConfigNode written();

    /** The value, for the texts of a row and the columns that come before; refuses a text that is no number. */
    float encode(TableRow cells, Map<String, TableColumn> columns);

    /** A text that stands where a number is needed. */
    final class NotANumberException extends RuntimeException {
        private static final long serialVersionUID = 1;

        NotANumberException(String column, String text) {
            super(
                    "column %s holds '%s', which is no number; correct it, leave the cell empty, or read the column as categories ({kind: vocabulary})"
                            .formatted(column, text));
        }
    }

    private static double number(TableRow cells, String column, double otherwise) {
        String text = cells.text(column);
        return text.isEmpty()
                ? otherwise
                : TableRow.number(text).orElseThrow(() -> new NotANumberException(column, text));
    }

    private static Map<String, ConfigNode> described(String kind, String name, String column) {
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
        public float encode(TableRow cells, Map<String, TableColumn> columns) {
            return (float) ((number(cells, column, missing) - center) / spread);
        }

        @Override
        public ConfigNode written() {
            var entries = described("numeric", name, column);
            entries.put("center", ConfigNode.of(Double.toString(center)));
            entries.put("spread", ConfigNode.of(Double.toString(spread)));
            entries.put("missing", ConfigNode.of(Double.toString(missing)));
            return ConfigNode.of(entries);
        }
    }

    /** How many boundaries a number reaches. */
    record Buckets(String name, String column, List<Double> boundaries, double missing, OptionalInt embedding)
            implements TableColumn {
        public Buckets {
            boundaries = List.copyOf(boundaries);
        }

        @Override
        public int codes() {
            return boundaries.size() + 1;
        }

        @Override
        public float encode(TableRow cells, Map<String, TableColumn> columns) {
            double value = number(cells, column, missing);
            return boundaries.stream().filter(boundary -> value >= boundary).count();
        }

        @Override
        public ConfigNode written() {
            var entries = described("buckets", name, column);
            entries.put(
                    "boundaries",
                    numbers(boundaries.stream().mapToDouble(Double::doubleValue).toArray()));
            entries.put("missing", ConfigNode.of(Double.toString(missing)));
            return with(entries, embedding);
        }
    }

    /** The place of a word on a list, from 1 on; 0 is for what is missing or not on it. */
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
        public float encode(TableRow cells, Map<String, TableColumn> columns) {
            return codeByWord.getOrDefault(cells.text(column), 0);
        }

        @Override
        public ConfigNode written() {
            var entries = described("vocabulary", name, column);
            entries.put(
                    "words",
                    ConfigNode.of(codeByWord.entrySet().stream()
                            .sorted(Map.Entry.comparingByValue())
                            .map(entry -> ConfigNode.of(entry.getKey()))
                            .toList()));
            return with(entries, embedding);
        }
    }

    /** A text by its hash, from 1 on; 0 is for what is missing. */
    record Hash(String name, String column, int buckets, OptionalInt embedding) implements TableColumn {
        @Override
        public int codes() {
            return buckets + 1;
        }

        @Override
        public float encode(TableRow cells, Map<String, TableColumn> columns) {
            String text = cells.text(column);
            return text.isEmpty() ? 0 : 1 + bucket(text, buckets);
        }

        @Override
        public ConfigNode written() {
            var entries = described("hash", name, column);
            entries.put("buckets", ConfigNode.of(Integer.toString(buckets)));
            return with(entries, embedding);
        }
    }

    /** The codes of several columns together, by their hash. */
    record Cross(String name, List<String> of, int buckets, OptionalInt embedding) implements TableColumn {
        public Cross {
            of = List.copyOf(of);
        }

        @Override
        public int codes() {
            return buckets;
        }

        @Override
        public float encode(TableRow cells, Map<String, TableColumn> columns) {
            var text = new StringBuilder();
            for (String part : of) {
                var column = columns.get(part);
                text.append(column == null ? 0 : (int) column.encode(cells, columns))
                        .append('×');
            }
            return bucket(text.toString(), buckets);
        }

        @Override
        public ConfigNode written() {
            var entries = new LinkedHashMap<String, ConfigNode>();
            entries.put("kind", ConfigNode.of("cross"));
            entries.put("of", ConfigNode.of(of.stream().map(ConfigNode::of).toList()));
            entries.put("buckets", ConfigNode.of(Integer.toString(buckets)));
            return with(entries, embedding);
        }
    }

    private static int bucket(String text, int buckets) {
        return (int) Math.floorMod(new Seed(0).forPurpose(text).value(), (long) buckets);
    }
}
