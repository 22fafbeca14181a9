package dev.stoker.job.internal.setup;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.MixedDataset;
import dev.stoker.datasets.Normalization;
import dev.stoker.job.plan.ImageInputOptions;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.job.plan.value.ChannelValues;
import java.util.List;
import java.util.function.Function;

/** The normalization that a plan asks for, and what it cannot ask for. */
public record ImageInput(Plan plan, LabeledDataset dataset) {
    private static final List<String> ENCODED_KEYS = List.of("interpolation", "eval-crop", "channels");

    /** The plan with the statistics that are used, and the dataset that is normalized by them. */
    public static ImageInput of(Plan plan, LabeledDataset stored) {
        return switch (stored) {
            case ImageDataset images -> of(plan, images, images::with);
            case MixedDataset mixed ->
                of(
                        plan,
                        mixed.whole(),
                        given -> new MixedDataset(
                                mixed.name(), mixed.sources(), mixed.whole().with(given)));
            default -> new ImageInput(plan, stored);
        };
    }

    private static ImageInput of(Plan plan, ImageDataset images, Function<Normalization, LabeledDataset> normalized) {
        refuseUnread(plan, images);
        var options = plan.imageInput();
        if (options.mean() instanceof ChannelValues.OfDataset && options.std() instanceof ChannelValues.OfDataset) {
            return new ImageInput(plan, normalized.apply(images.normalization()));
        }
        var chosen = new Choice(
                        options,
                        images,
                        new Seed(plan.run().seed()),
                        plan.inputPipeline().skipCorrupt())
                .normalization();
        var settled = options.normalizedBy(
                new ChannelValues.Given(chosen.mean()), new ChannelValues.Given(chosen.standardDeviation()));
        return new ImageInput(plan.with(settled), normalized.apply(chosen));
    }

    /** Images that are stored as pixels have their size and channels already. */
    private static void refuseUnread(Plan plan, ImageDataset images) {
        if (images.training().evaluationTransforms().isPresent()) {
            return;
        }
        ENCODED_KEYS.stream()
                .map(PlanKey::named)
                .filter(key -> key.isGiven(plan))
                .findFirst()
                .ifPresent(key -> {
                    throw new StokerException("%s is for encoded images, and those of %s are stored as pixels of %s;"
                                            .formatted(key.name(), images.name(), images.shape())
                                    + " remove it")
                            .about(key.name());
                });
    }

    /** Each of mean and deviation as it is given, of the dataset, or measured. */
    private record Choice(ImageInputOptions options, ImageDataset images, Seed seed, int skipCorrupt) {
        Normalization normalization() {
            boolean measures =
                    options.mean() instanceof ChannelValues.Measured || options.std() instanceof ChannelValues.Measured;
            var found = measures
                    ? Normalization.measured(
                            images.training(), images.shape(), seed.forPurpose("normalization"), skipCorrupt)
                    : images.normalization();
            return new Normalization(
                    values("mean", options.mean(), images.normalization().mean(), found.mean()),
                    values(
                            "std",
                            options.std(),
                            images.normalization().standardDeviation(),
                            found.standardDeviation()));
        }

        private List<Double> values(String key, ChannelValues chosen, List<Double> ofDataset, List<Double> measured) {
            return switch (chosen) {
                case ChannelValues.OfDataset _ -> ofDataset;
                case ChannelValues.Measured _ -> measured;
                case ChannelValues.Given(List<Double> values) -> {
                    if (values.size() != images.shape().channels()) {
                        throw new StokerException(
                                        "%s has %d values, but the images of %s have %d channels; give one for each"
                                                .formatted(
                                                        key,
                                                        values.size(),
                                                        images.name(),
                                                        images.shape().channels()))
                                .about(key);
                    }
                    yield values;
                }
            };
        }
    }
}
