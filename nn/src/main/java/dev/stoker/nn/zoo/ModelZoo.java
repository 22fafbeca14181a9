package dev.stoker.nn.zoo;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The models that are known by name. */
public final class ModelZoo {
    private static final Map<String, ModelArchitecture> MODELS = Stream.of(
                    SmallNets.all(),
                    CifarNets.all(),
                    Vgg.all(),
                    ResNet.all(),
                    Inception.all(),
                    MobileNet.all(),
                    MobileNetV3.all(),
                    EfficientNet.all(),
                    RegNet.all(),
                    DenseNet.all(),
                    MixNet.all(),
                    ConvNeXt.all(),
                    VisionTransformer.all())
            .flatMap(Collection::stream)
            .collect(Collectors.toMap(
                    ModelArchitecture::name,
                    Function.identity(),
                    (first, second) -> {
                        throw new IllegalStateException("two models are called " + first.name());
                    },
                    TreeMap::new));

    private static final Pattern SMALL = Pattern.compile("small-([1-9]\\d{0,3})");

    private ModelZoo() {}

    public static List<String> names() {
        return List.copyOf(MODELS.keySet());
    }

    /** Builds a model for images of this shape. */
    public static Model model(String name, Shape input, int classes) {
        return architecture(name).build(input, classes);
    }

    /** Builds a model with its default image shape and number of classes. */
    public static Model withDefaults(String name) {
        var architecture = architecture(name);
        return architecture.build(architecture.defaultInput(), architecture.classes());
    }

    static ModelArchitecture architecture(String name) {
        return Optional.ofNullable(MODELS.get(name))
                .or(() -> ofAnyWidth(name))
                .orElseThrow(() -> new StokerException("there is no model '%s'%s (models: %s)"
                        .formatted(name, NameSuggestion.didYouMean(name, names()), String.join(", ", names()))));
    }

    /** Families of nets that differ in a number within the name. */
    private static Optional<ModelArchitecture> ofAnyWidth(String name) {
        var small = SMALL.matcher(name);
        return small.matches()
                ? Optional.of(SmallNets.small(Integer.parseInt(small.group(1))))
                : MobileNet.ofWidth(name).or(() -> MobileNetV3.ofWidth(name));
    }
}
