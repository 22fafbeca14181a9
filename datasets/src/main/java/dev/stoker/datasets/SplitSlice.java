package dev.stoker.datasets;

import dev.stoker.datasets.internal.source.Part;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A split, or a range of its samples in the order in which they are stored, as TensorFlow Datasets and Hugging Face write it:
 * {@code train}, {@code train[:10%]}, {@code train[10%:]}, {@code train[-1000:]}. Percentages are rounded to the nearest sample, so
 * that slices that meet share none and leave none out.
 *
 * @param text as it was written
 */
public record SplitSlice(String text, String split, Optional<Bound> from, Optional<Bound> to) {
    private static final Pattern SYNTAX = Pattern.compile("([A-Za-z]+)(?:\\[([-+.\\d%]*):([-+.\\d%]*)])?");
    private static final Pattern BOUND = Pattern.compile("(-?)(\\d{1,9}(?:\\.\\d{1,9})?)(%?)");
    private static final double PERCENT = 100;

    /** Where a slice starts or ends: a number of samples or a percentage, from the end where it is negative. */
    public record Bound(boolean fromEnd, double amount, boolean percent) {
        int of(int size) {
            long samples = percent ? Math.round(size * amount / PERCENT) : (long) amount;
            return (int) Math.clamp(fromEnd ? size - samples : samples, -1, size + 1L);
        }
    }

    /** Reads a slice; what is none is an {@code IllegalArgumentException} that says what is expected. */
    public static SplitSlice parse(String text) {
        var found = SYNTAX.matcher(text.replace(" ", ""));
        if (!found.matches() || Part.named(found.group(1)).isEmpty()) {
            throw expected();
        }
        return new SplitSlice(text, found.group(1), bound(found, 2), bound(found, 3));
    }

    private static Optional<Bound> bound(Matcher slice, int group) {
        String text = slice.group(group);
        if (text == null || text.isEmpty()) {
            return Optional.empty();
        }
        var found = BOUND.matcher(text);
        if (!found.matches()) {
            throw expected();
        }
        boolean percent = !found.group(3).isEmpty();
        double amount = Double.parseDouble(found.group(2));
        if (percent ? amount > PERCENT : amount != Math.rint(amount)) {
            throw expected();
        }
        return Optional.of(new Bound(!found.group(1).isEmpty(), amount, percent));
    }

    private static IllegalArgumentException expected() {
        return new IllegalArgumentException(
                "auto, or train, validation or test, perhaps with a slice, such as train[:10%], train[10%:] or"
                        + " train[-1000:]");
    }

    /** The samples of a split of this size; empty where the slice is not within it. */
    Optional<int[]> samples(int size) {
        int first = from.map(bound -> bound.of(size)).orElse(0);
        int last = to.map(bound -> bound.of(size)).orElse(size);
        return first < 0 || last > size || first >= last
                ? Optional.empty()
                : Optional.of(IntStream.range(first, last).toArray());
    }

    @Override
    public String toString() {
        return text;
    }
}
