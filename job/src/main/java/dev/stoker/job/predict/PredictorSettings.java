package dev.stoker.job.predict;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.job.option.OptionKey;
import dev.stoker.job.plan.DataOptions;
import dev.stoker.job.plan.Plan;
import dev.stoker.nn.Model;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where and how a model is used; what is not given is as in the run that trained it.
 *
 * @param keys keys of a plan and their values: out of {@link #KEYS}, or about data
 * @param model in place of that of the card, for models with layers of a program's own
 */
public record PredictorSettings(Map<String, String> keys, Optional<Model> model) {
    /** The keys that may be given. */
    public static final List<String> KEYS =
            List.of("device", "batch", "precision", "tta", "workers", "threads", "input-memory", "skip-corrupt");

    public static final PredictorSettings DEFAULTS = new PredictorSettings(Map.of(), Optional.empty());

    public PredictorSettings {
        keys = Map.copyOf(keys);
        keys.forEach(PredictorSettings::check);
    }

    private static void check(String key, String value) {
        var known = Stream.concat(KEYS.stream(), dataKeys()).toList();
        if (!known.contains(key)) {
            throw new StokerException("there is no setting '%s' of a predictor%s (settings: %s)"
                    .formatted(key, NameSuggestion.didYouMean(key, known), String.join(", ", known)));
        }
        var _ = Plan.DEFAULTS.with(key, value); // refuses what it cannot be
    }

    /** Those that say how data is read and divided. */
    private static Stream<String> dataKeys() {
        return OptionKey.of(DataOptions.class).stream().map(OptionKey::name).filter(name -> !name.equals("data"));
    }

    /** With one key, such as {@code device} and {@code cuda:1}. */
    public PredictorSettings with(String key, String value) {
        var more = new LinkedHashMap<>(keys);
        more.put(key, value);
        return new PredictorSettings(more, model);
    }

    /** With a model whose layers are code. */
    public PredictorSettings with(Model given) {
        return new PredictorSettings(keys, Optional.of(given));
    }
}
