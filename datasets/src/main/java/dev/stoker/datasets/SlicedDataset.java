package dev.stoker.datasets;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.internal.source.Part;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A dataset in splits that are given as slices of those that are stored. */
public final class SlicedDataset {
    private final LabeledDataset stored;
    private final Map<Part, Slice> slices = new EnumMap<>(Part.class);

    /** A slice, the part that it is taken from, and its samples there. */
    private record Slice(SplitSlice asked, Part of, int[] samples) {}

    private SlicedDataset(LabeledDataset stored) {
        this.stored = stored;
    }

    /** Splits without a slice stay as they are stored. */
    public static LabeledDataset of(
            LabeledDataset stored,
            Optional<SplitSlice> training,
            Optional<SplitSlice> validation,
            Optional<SplitSlice> test) {
        var sliced = new SlicedDataset(stored);
        training.ifPresent(slice -> sliced.add(Part.TRAINING, slice, "train-split"));
        validation.ifPresent(slice -> sliced.add(Part.VALIDATION, slice, "validation-split"));
        test.ifPresent(slice -> sliced.add(Part.TEST, slice, "test-split"));
        return sliced.slices.isEmpty() ? stored : sliced.dataset();
    }

    private void add(Part part, SplitSlice slice, String key) {
        var of = Part.named(slice.split()).orElseThrow();
        var split = split(of)
                .orElseThrow(() -> new StokerException(
                                "%s is %s, but %s has no %s split".formatted(key, slice, stored.name(), slice.split()))
                        .about(key));
        int[] samples = slice.samples(split.size())
                .orElseThrow(() -> new StokerException("%s is %s, which is no range of the %,d samples of %s"
                                .formatted(key, slice, split.size(), stored.name()))
                        .about(key));
        slices.put(part, new Slice(slice, of, samples));
    }

    private Optional<DatasetSplit> split(Part part) {
        return switch (part) {
            case TRAINING -> Optional.of(stored.training());
            case VALIDATION -> stored.validation();
            case TEST -> stored.test();
        };
    }

    private LabeledDataset dataset() {
        refuseShared();
        var training = chosen(Part.TRAINING).orElseThrow();
        if (stored.targets().isEmpty()) {
            refuseMissingClass(training);
        }
        return stored.withSplits(training, chosen(Part.VALIDATION), chosen(Part.TEST));
    }

    private Optional<DatasetSplit> chosen(Part part) {
        return Optional.ofNullable(slices.get(part))
                .map(slice -> split(slice.of()).orElseThrow().select(slice.samples()))
                .or(() -> split(part));
    }

    /** What is trained on says nothing about images that nobody has seen. */
    private void refuseShared() {
        for (var one : Part.values()) {
            for (var other : Part.values()) {
                if (one.compareTo(other) < 0) {
                    refuseShared(one, other);
                }
            }
        }
    }

    private void refuseShared(Part one, Part other) {
        if (of(one) != of(other)) {
            return;
        }
        var samples = new BitSet();
        IntStream.of(samples(one)).forEach(samples::set);
        long shared = IntStream.of(samples(other)).filter(samples::get).count();
        if (shared > 0) {
            throw new StokerException(
                            "the %s and the %s split share %,d samples (%s and %s); give each samples of its own"
                                    .formatted(one.title(), other.title(), shared, text(one), text(other)))
                    .about("train-split", "validation-split", "test-split");
        }
    }

    private Part of(Part part) {
        return Optional.ofNullable(slices.get(part)).map(Slice::of).orElse(part);
    }

    private int[] samples(Part part) {
        return Optional.ofNullable(slices.get(part))
                .map(Slice::samples)
                .orElseGet(() -> IntStream.range(
                                0, split(part).map(DatasetSplit::size).orElse(0))
                        .toArray());
    }

    private String text(Part part) {
        return Optional.ofNullable(slices.get(part))
                .map(slice -> slice.asked().toString())
                .orElse(part.names().getFirst());
    }

    private void refuseMissingClass(DatasetSplit training) {
        List<String> classes = stored.classes();
        var seen = new BitSet(classes.size());
        training.labels(IntStream.range(0, training.size()).toArray(), label -> {
            seen.set(label);
            return seen.cardinality() < classes.size();
        });
        int missing = seen.nextClearBit(0);
        if (missing < classes.size()) {
            throw new StokerException(
                            "%s has no sample of class '%s'%s: a slice takes samples as they are stored, and these are sorted by class; store them in random order, or take a random share by phases with sample"
                                    .formatted(
                                            text(Part.TRAINING),
                                            classes.get(missing),
                                            classes.size() - seen.cardinality() == 1
                                                    ? ""
                                                    : " and %,d more"
                                                            .formatted(classes.size() - seen.cardinality() - 1)))
                    .about("train-split", "phases");
        }
    }
}
