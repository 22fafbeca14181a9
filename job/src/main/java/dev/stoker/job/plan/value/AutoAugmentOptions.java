package dev.stoker.job.plan.value;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.data.yaml.YamlReader;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.image.policy.AugmentationPolicy;
import dev.stoker.job.plan.Plan;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The policy of AutoAugment: {@code imagenet}, {@code cifar10}, {@code none}, or one of your own. A file becomes part of the
 * text, so that a plan says everything.
 */
public record AutoAugmentOptions(String text, Optional<AugmentationPolicy> policy) {
    private static final String KEY = "auto-augment";
    private static final String IMAGENET = "imagenet";
    private static final String CIFAR10 = "cifar10";

    public static AutoAugmentOptions parse(String text) {
        if (YamlReader.isInline(text)) {
            return of(YamlReader.parse(text, KEY));
        }
        if (YamlReader.isFile(text)) {
            var file = Path.of(text);
            return YamlReader.inFile(file, () -> of(YamlReader.read(file, "policy of AutoAugment")));
        }
        return new AutoAugmentOptions(text, named(text));
    }

    private static AutoAugmentOptions of(ConfigNode tree) {
        return new AutoAugmentOptions(YamlWriter.line(tree), Optional.of(AugmentationPolicyReader.read(tree)));
    }

    private static Optional<AugmentationPolicy> named(String name) {
        return switch (name) {
            case IMAGENET -> Optional.of(AugmentationPolicy.IMAGENET);
            case CIFAR10 -> Optional.of(AugmentationPolicy.CIFAR10);
            case Plan.NONE -> Optional.empty();
            default ->
                throw new StokerException("there is no %s '%s'%s (known: %s, %s, %s, and YAML files)"
                        .formatted(
                                KEY,
                                name,
                                NameSuggestion.didYouMean(name, List.of(Plan.NONE, IMAGENET, CIFAR10)),
                                Plan.NONE,
                                IMAGENET,
                                CIFAR10));
        };
    }

    @Override
    public String toString() {
        return text;
    }
}
