package dev.stoker.nn.definition;

import dev.stoker.core.config.ConfigArguments;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.nn.layer.Initializer;
import java.util.Optional;

/** Reads how weights are initialized. */
final class InitializerReader {
    private InitializerReader() {}

    static Optional<Initializer> read(String key, ConfigArguments arguments) {
        return arguments.node(key).map(tree -> {
            if (!(tree instanceof ConfigNode.Mapping entries)
                    || entries.entries().size() != 1) {
                throw arguments.error("%s must be one of %s with its number, such as {normal: 0.01}"
                        .formatted(key, String.join(", ", LayerDefinitionWriter.INITIALIZERS)));
            }
            return initializer(ConfigArguments.of(entries, key));
        });
    }

    private static Initializer initializer(ConfigArguments arguments) {
        for (String kind : LayerDefinitionWriter.INITIALIZERS) {
            var number = arguments.number(kind);
            if (number.isPresent()) {
                double value = number.getAsDouble();
                return switch (kind) {
                    case "constant" -> new Initializer.Constant((float) value);
                    case "normal" -> new Initializer.Normal(value);
                    case "uniform" -> new Initializer.Uniform(value);
                    default -> new Initializer.Identity(value);
                };
            }
        }
        arguments.rejectUnknownKeys();
        throw new IllegalStateException("a mapping with one key has a known or an unknown one");
    }
}
