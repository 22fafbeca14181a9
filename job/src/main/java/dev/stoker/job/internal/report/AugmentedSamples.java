package dev.stoker.job.internal.report;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Permutation;
import dev.stoker.core.random.Seed;
import dev.stoker.data.DataLoader;
import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.train.step.MixingWeights;
import dev.stoker.train.step.MixupCutmixSettings;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.IntStream;

/** Some training images of several classes, and what augmentation makes of them. */
public final class AugmentedSamples {
    /** Labels of so many random images are looked at. */
    private static final int SEARCHED = 2000;

    private final DatasetSplit split;
    private final Shape shape;
    private final List<Integer> labels;
    private final Seed seed;

    /**
     * An image and its variants, as pixels.
     *
     * @param original as it is evaluated
     */
    record Sample(int label, byte[] original, List<byte[]> variants) {}

    private AugmentedSamples(DatasetSplit split, Shape shape, List<Integer> labels, Seed seed) {
        this.split = split;
        this.shape = shape;
        this.labels = labels;
        this.seed = seed;
    }

    /** Of as many classes as there are images, or else of all; always the same for a seed. */
    public static AugmentedSamples choose(ImageDataset images, int count, Seed seed) {
        int size = images.training().size();
        var order = new Permutation(size, seed.forPurpose("contact sheet"));
        int[] searched = IntStream.range(0, Math.min(SEARCHED, size))
                .map(i -> (int) order.at(i))
                .toArray();
        var found = new ArrayList<Integer>();
        images.training().labels(searched, label -> {
            found.add(label);
            return true;
        });
        var chosen = inTurn(found, count);
        return new AugmentedSamples(
                images.training()
                        .select(chosen.stream().mapToInt(i -> searched[i]).toArray()),
                images.shape(),
                chosen.stream().map(found::get).toList(),
                seed);
    }

    /** The numbers of images, one of each class after another. */
    private static List<Integer> inTurn(List<Integer> labels, int count) {
        var byClass = new LinkedHashMap<Integer, List<Integer>>();
        for (int i = 0; i < labels.size(); i++) {
            byClass.computeIfAbsent(labels.get(i), _ -> new ArrayList<>()).add(i);
        }
        var chosen = new ArrayList<Integer>();
        for (int turn = 0; chosen.size() < Math.min(count, labels.size()); turn++) {
            for (var members : byClass.values()) {
                if (turn < members.size() && chosen.size() < count) {
                    chosen.add(members.get(turn));
                }
            }
        }
        return chosen.stream()
                .sorted((one, other) -> labels.get(one) - labels.get(other))
                .toList();
    }

    /** The images with a number of variants: those of as many epochs, mixed as a batch of them would be. */
    public List<Sample> augmented(AugmentationSettings settings, MixupCutmixSettings mixing, int variants) {
        var originals = rows(split.evaluationRows().batch(labels.size()));
        var epochs = rows(split.trainingRows(settings, seed.forPurpose("augmentation"))
                .batch(labels.size())
                .repeat(variants));
        if (mixing.isOn()) {
            for (int epoch = 0; epoch < variants; epoch++) {
                mix(epochs.subList(epoch * labels.size(), (epoch + 1) * labels.size()), mixing, epoch);
            }
        }
        return IntStream.range(0, labels.size())
                .mapToObj(i -> new Sample(labels.get(i), originals.get(i), everyNth(epochs, i)))
                .toList();
    }

    private List<byte[]> everyNth(List<byte[]> rows, int first) {
        return IntStream.iterate(first, i -> i < rows.size(), i -> i + labels.size())
                .mapToObj(rows::get)
                .toList();
    }

    private List<byte[]> rows(DataLoader<?> loader) {
        var rows = new ArrayList<byte[]>();
        try (var feed = loader.open(PipelineResources.workers(1), BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    for (int i = 0; i < batch.size(); i++) {
                        var row = batch.rows().asSlice((long) i * shape.bytes(), shape.bytes());
                        rows.add(row.toArray(ValueLayout.JAVA_BYTE));
                    }
                }
            }
        }
        return rows;
    }

    /** Replaces the images of a batch by mixed ones. */
    private void mix(List<byte[]> batch, MixupCutmixSettings mixing, long step) {
        var weights = MixingWeights.sample(mixing, shape, seed.forPurpose("mixing"), step);
        var before = List.copyOf(batch);
        for (int i = 0; i < batch.size(); i++) {
            batch.set(i, mixed(before.get(i), before.get(batch.size() - 1 - i), weights.pixels()));
        }
    }

    private byte[] mixed(byte[] image, byte[] other, float[] weights) {
        var mixed = Arrays.copyOf(image, image.length);
        for (int i = 0; i < mixed.length; i++) {
            float kept = weights[i / shape.channels()];
            mixed[i] = (byte) Math.round(kept * (image[i] & 0xff) + (1 - kept) * (other[i] & 0xff));
        }
        return mixed;
    }
}
