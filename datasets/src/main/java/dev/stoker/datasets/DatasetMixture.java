package dev.stoker.datasets;

import dev.stoker.core.StokerException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Several datasets with weights, as text: {@code photos:0.7,drawings:0.3}. */
public record DatasetMixture(List<Weighted> sources) {
    private static final Pattern WEIGHTED = Pattern.compile("(.+):(\\d{1,9}(?:\\.\\d{1,9})?)");

    /** A dataset by its name or path. */
    public record Weighted(String data, double weight) {}

    public DatasetMixture {
        sources = List.copyOf(sources);
    }

    /** Empty where the text names a single dataset. */
    public static Optional<DatasetMixture> parse(String data) {
        var texts = data.split(",");
        boolean weighted = texts.length > 1
                && Arrays.stream(texts)
                        .allMatch(text -> WEIGHTED.matcher(text.strip()).matches());
        return weighted && !Files.exists(Path.of(data))
                ? Optional.of(new DatasetMixture(
                        Arrays.stream(texts).map(DatasetMixture::weighted).toList()))
                : Optional.empty();
    }

    /** The names or paths of all datasets that the text names, one or several. */
    public static List<String> names(String data) {
        return parse(data)
                .map(mixture -> mixture.sources.stream().map(Weighted::data).toList())
                .orElseGet(() -> List.of(data));
    }

    /** The text with each of its names or paths replaced by another. */
    public static String replaceNames(String data, UnaryOperator<String> other) {
        return parse(data)
                .map(mixture -> mixture.sources.stream()
                        .map(source -> other.apply(source.data) + ":"
                                + BigDecimal.valueOf(source.weight).toPlainString())
                        .collect(Collectors.joining(",")))
                .orElseGet(() -> other.apply(data));
    }

    private static Weighted weighted(String text) {
        var found = WEIGHTED.matcher(text.strip());
        boolean _ = found.matches();
        double weight = Double.parseDouble(found.group(2));
        if (weight == 0) {
            throw new StokerException("data gives %s the weight 0; leave it out".formatted(found.group(1)))
                    .about("data");
        }
        return new Weighted(found.group(1), weight);
    }
}
