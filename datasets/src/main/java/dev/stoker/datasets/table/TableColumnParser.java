package dev.stoker.datasets.table;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.config.ConfigArguments;
import dev.stoker.core.config.ConfigNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * Parses the definition of a feature column. What it leaves open is measured on the training split; a definition that {@link
 * TableColumn#definition} gives leaves nothing open.
 */
final class TableColumnParser {
    static final String NUMERIC = "numeric";
    static final String BUCKETS = "buckets";
    static final String VOCABULARY = "vocabulary";
    static final String HASH = "hash";
    static final String CROSS = "cross";
    static final String LABEL = "label";

    private static final List<String> KINDS = List.of(NUMERIC, BUCKETS, VOCABULARY, HASH, CROSS, LABEL);

    /** Keys of earlier versions and what they are called now. */
    private static final Map<String, String> RENAMED_KEYS = Map.of("centre", "center", "normalise", "normalize");

    /** Codes are transferred as 32-bit floats, which represent integers exactly up to here. */
    private static final int MAX_CODES = 1 << 24;

    private static final int DEFAULT_VOCABULARY_SIZE = 1000;
    private static final int MAX_ONE_HOT_CODES = 16;
    private static final int MAX_DEFAULT_DIMENSION = 32;

    private final Function<String, ColumnStatistics> statistics;

    /** {@code statistics} gives the statistics of a column of the file. */
    TableColumnParser(Function<String, ColumnStatistics> statistics) {
        this.statistics = statistics;
    }

    static String kind(String name, ConfigNode tree) {
        String kind = switch (tree) {
            case ConfigNode.Scalar leaf -> leaf.text();
            case ConfigNode.Mapping entries ->
                ConfigArguments.of(entries, "column " + name).requiredText("kind");
            case ConfigNode.Sequence items -> throw items.error("column %s needs a kind: %s".formatted(name, known()));
        };
        if (!KINDS.contains(kind)) {
            throw tree.error("column %s: there is no kind '%s'%s (kinds: %s)"
                    .formatted(name, kind, NameSuggestion.didYouMean(kind, KINDS), known()));
        }
        return kind;
    }

    private static String known() {
        return String.join(", ", KINDS);
    }

    static ConfigArguments arguments(String name, ConfigNode tree) {
        if (!(tree instanceof ConfigNode.Mapping entries)) {
            return ConfigArguments.none(tree, "column " + name);
        }
        refuseRenamedKeys(name, entries);
        var arguments = ConfigArguments.of(entries, "column " + name);
        arguments.text("kind");
        return arguments;
    }

    private static void refuseRenamedKeys(String name, ConfigNode.Mapping definition) {
        RENAMED_KEYS.forEach((before, now) -> {
            var value = definition.entries().get(before);
            if (value != null) {
                throw value.error("column %s: the key '%s' is now called %s".formatted(name, before, now));
            }
        });
    }

    /** The column of the file that it reads, which is its own name by default. */
    static String source(String name, ConfigNode tree) {
        return arguments(name, tree).text("column").orElse(name);
    }

    /** {@code before} holds the columns defined before this one, which a cross may combine. */
    TableColumn parse(String name, ConfigNode tree, Map<String, TableColumn> before) {
        var arguments = arguments(name, tree);
        String kind = kind(name, tree);
        TableColumn column = kind.equals(CROSS) ? crossed(name, arguments, before) : single(kind, name, arguments);
        arguments.rejectUnknownKeys();
        if (column.codes() > MAX_CODES) {
            throw arguments.error("%d codes are too many, %d at most".formatted(column.codes(), MAX_CODES));
        }
        return column;
    }

    private TableColumn single(String kind, String name, ConfigArguments arguments) {
        String source = arguments.text("column").orElse(name);
        return switch (kind) {
            case NUMERIC -> numeric(name, source, arguments);
            case BUCKETS -> bucketized(name, source, arguments);
            case VOCABULARY -> vocabulary(name, source, arguments);
            default -> {
                int buckets = positive("buckets", arguments.requiredInteger("buckets"), arguments);
                yield new TableColumn.Hashed(name, source, buckets, embedding(buckets + 1, arguments));
            }
        };
    }

    private TableColumn numeric(String name, String source, ConfigArguments arguments) {
        var center = arguments.number("center");
        var spread = arguments.number("spread");
        var missing = arguments.number("missing");
        String how =
                arguments.oneOf("normalize", List.of("mean", "min-max", "none")).orElse("mean");
        if (center.isPresent() != spread.isPresent()) {
            throw arguments.error("center and spread belong together; give both, or neither to measure them");
        }
        if (spread.isPresent() && !(spread.getAsDouble() > 0)) {
            throw arguments.error("spread must be above 0, got " + spread.getAsDouble());
        }
        if (center.isPresent() && missing.isPresent()) {
            return new TableColumn.Numeric(
                    name, source, center.getAsDouble(), spread.getAsDouble(), missing.getAsDouble());
        }
        var numbers = numbers(source, arguments);
        double defaultCenter = switch (how) {
            case "mean" -> numbers.mean();
            case "min-max" -> numbers.minimum();
            default -> 0;
        };
        double defaultSpread = switch (how) {
            case "mean" -> numbers.standardDeviation();
            case "min-max" -> numbers.maximum() - numbers.minimum();
            default -> 1;
        };
        return new TableColumn.Numeric(
                name,
                source,
                center.orElse(defaultCenter),
                spread.orElse(defaultSpread > 0 ? defaultSpread : 1), // all values are equal
                missing.orElseGet(numbers::mean));
    }

    private ColumnStatistics numbers(String source, ConfigArguments arguments) {
        var numbers = statistics.apply(source);
        if (!numbers.hasNumbers()) {
            throw arguments.error(
                    "%s holds no number in the training split; remove the column, or make it categorical ({kind: vocabulary})"
                            .formatted(source));
        }
        return numbers;
    }

    private TableColumn bucketized(String name, String source, ConfigArguments arguments) {
        var given = arguments.numbers("boundaries");
        var quantiles = arguments.integer("quantiles");
        var missing = arguments.number("missing");
        if (given.isPresent() == quantiles.isPresent()) {
            throw arguments.error("buckets need either boundaries, such as [18, 30, 50], or a number of quantiles");
        }
        var boundaries = given.orElseGet(() -> DoubleStream.of(
                        numbers(source, arguments).quantiles(atLeastTwo("quantiles", quantiles.orElse(0), arguments)))
                .boxed()
                .toList());
        for (int i = 1; i < boundaries.size(); i++) {
            if (!(boundaries.get(i) > boundaries.get(i - 1))) {
                throw arguments.error("boundaries must increase, got %s".formatted(boundaries));
            }
        }
        if (boundaries.isEmpty()) {
            throw arguments.error("boundaries must hold at least one number");
        }
        return new TableColumn.Bucketized(
                name,
                source,
                boundaries,
                missing.orElseGet(() -> numbers(source, arguments).mean()),
                embedding(boundaries.size() + 1, arguments));
    }

    private TableColumn vocabulary(String name, String source, ConfigArguments arguments) {
        int most = positive("most", arguments.integer("most").orElse(DEFAULT_VOCABULARY_SIZE), arguments);
        var given = arguments.texts("words");
        var words = given.orElseGet(() -> statistics.apply(source).words(most));
        if (words.isEmpty()) {
            throw arguments.error("%s is empty in the training split; remove the column".formatted(source));
        }
        if (new HashSet<>(words).size() < words.size()) {
            throw arguments.error("words must differ, got one of them twice");
        }
        return TableColumn.Vocabulary.of(name, source, words, embedding(words.size() + 1, arguments));
    }

    private static TableColumn crossed(String name, ConfigArguments arguments, Map<String, TableColumn> before) {
        var parts = new ArrayList<>(arguments.texts("of").orElse(List.of()));
        if (new HashSet<>(parts).size() < 2) {
            throw arguments.error("a cross combines at least two different columns, such as of: [color, size]");
        }
        for (String part : parts) {
            var column = before.get(part);
            if (column == null || column.codes() == 0) {
                throw arguments.error(
                        column == null
                                ? "no column '%s' is defined before it%s"
                                        .formatted(part, NameSuggestion.didYouMean(part, before.keySet()))
                                : "%s is numeric; define buckets of it and cross those ({kind: buckets, column: %s, quantiles: 4})"
                                        .formatted(part, part));
            }
        }
        int buckets = positive("buckets", arguments.requiredInteger("buckets"), arguments);
        return new TableColumn.Crossed(name, parts, buckets, embedding(buckets, arguments));
    }

    /** Few codes are one-hot encoded; many get an embedding. */
    private static OptionalInt embedding(int codes, ConfigArguments arguments) {
        var as = arguments.oneOf("as", List.of("one-hot", "embedding"));
        var dimension = arguments.integer("dimension");
        dimension.ifPresent(number -> positive("dimension", number, arguments));
        if (dimension.isPresent() && as.filter("one-hot"::equals).isPresent()) {
            throw arguments.error("one-hot encoding has no dimension; remove it, or write as: embedding");
        }
        boolean embedded = dimension.isPresent() || as.map("embedding"::equals).orElse(codes > MAX_ONE_HOT_CODES);
        return embedded
                ? OptionalInt.of(dimension.orElse((int) Math.min(MAX_DEFAULT_DIMENSION, Math.ceil(Math.sqrt(codes)))))
                : OptionalInt.empty();
    }

    private static int positive(String key, int value, ConfigArguments arguments) {
        if (value < 1) {
            throw arguments.error("%s must be at least 1, got %d".formatted(key, value));
        }
        return value;
    }

    private static int atLeastTwo(String key, int value, ConfigArguments arguments) {
        if (value < 2) {
            throw arguments.error("%s must be at least 2, got %d".formatted(key, value));
        }
        return value;
    }
}
