package dev.stoker.job.plan.value;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.config.ConfigArguments;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.image.policy.AugmentationOperation;
import dev.stoker.image.policy.AugmentationPolicy;
import dev.stoker.image.policy.AugmentationPolicy.Step;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Reads a policy: a list of sub-policies, each an operation or a list of operations. */
final class AugmentationPolicyReader {
    private static final String OWNER = "an operation";
    private static final List<String> NAMES = Arrays.stream(AugmentationOperation.values())
            .map(operation -> operation.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .toList();

    private AugmentationPolicyReader() {}

    static AugmentationPolicy read(ConfigNode tree) {
        if (!(tree instanceof ConfigNode.Sequence(List<ConfigNode> items, int _)) || items.isEmpty()) {
            throw tree.error("a policy is a list of sub-policies, such as - {operation: rotate, probability: 0.7,"
                    + " magnitude: 2}");
        }
        return new AugmentationPolicy(
                items.stream().map(AugmentationPolicyReader::subpolicy).toList());
    }

    private static List<Step> subpolicy(ConfigNode tree) {
        if (!(tree instanceof ConfigNode.Sequence(List<ConfigNode> items, int _))) {
            return List.of(step(tree));
        }
        if (items.isEmpty()) {
            throw tree.error("a sub-policy needs an operation");
        }
        return items.stream().map(AugmentationPolicyReader::step).toList();
    }

    private static Step step(ConfigNode tree) {
        var arguments = ConfigArguments.of(tree, OWNER, List.of("operation", "probability", "magnitude"));
        var operation = operation(arguments);
        double probability = arguments.number("probability").orElse(1);
        double magnitude = arguments.number("magnitude").orElse(0);
        if (probability < 0 || probability > 1) {
            throw arguments.error("probability", "probability must be 0 to 1, got " + probability);
        }
        if (magnitude < 0 || magnitude > Step.MAXIMUM) {
            throw arguments.error("magnitude", "magnitude must be 0 to 9, got " + magnitude);
        }
        return new Step(operation, probability, magnitude);
    }

    private static AugmentationOperation operation(ConfigArguments arguments) {
        String name = arguments.requiredText("operation");
        if (!NAMES.contains(name)) {
            throw arguments.error(
                    "operation",
                    "there is no operation '%s'%s (known: %s)"
                            .formatted(name, NameSuggestion.didYouMean(name, NAMES), String.join(", ", NAMES)));
        }
        return AugmentationOperation.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
