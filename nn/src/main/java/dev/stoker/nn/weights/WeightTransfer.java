package dev.stoker.nn.weights;

import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.nn.WeightNamePatterns;
import dev.stoker.nn.Weights;
import dev.stoker.nn.internal.WeightNames;
import dev.stoker.nn.layer.WeightSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which tensors of a file go into a model, decided from names, types and sizes before anything is copied. All names must
 * agree, or those that patterns ask for; the head may stay as it was initialized.
 */
public final class WeightTransfer {
    private static final String COUNTER = "num_batches_tracked";
    private static final int SHOWN = 5;

    private final WeightFile file;
    private final List<String> copied;
    private final List<String> fresh;
    private final Optional<String> headNote;

    private WeightTransfer(WeightFile file, List<String> copied, List<String> fresh, Optional<String> headNote) {
        this.file = file;
        this.copied = List.copyOf(copied);
        this.fresh = List.copyOf(fresh);
        this.headNote = headNote;
    }

    /** What to bring over: all weights, unless patterns name some; and whether the head starts anew in any case. */
    public record Choice(WeightNamePatterns only, boolean newHead) {
        public static final Choice ALL = new Choice(WeightNamePatterns.NONE, false);
    }

    /** Refuses a file that does not fit; the message lists the first names that differ. */
    public static WeightTransfer of(Model model, WeightFile file, Choice choice) {
        return new Matching(model, file, choice).transfer();
    }

    /** Copies; weights that are not in the transfer stay as they are. */
    public void into(Weights weights) {
        copied.forEach(
                name -> file.copy(name, Objects.requireNonNull(weights.all().get(name), name)));
    }

    /** The weights that come from the file. */
    public List<String> copied() {
        return copied;
    }

    /** The weights that stay as they were initialized. */
    public List<String> fresh() {
        return fresh;
    }

    /** One line for people. */
    public String summary() {
        return "%d of %d tensors from %s%s"
                .formatted(
                        copied.size(),
                        copied.size() + fresh.size(),
                        file.path(),
                        headNote.map(note -> "; " + note).orElse(""));
    }

    /** Compares a model with a file. */
    private static final class Matching {
        private final Model model;
        private final WeightFile file;
        private final Choice choice;
        private final Map<String, WeightSpec> specs = new LinkedHashMap<>();
        private final Map<String, WeightFile.Stored> stored;
        private final ClassifierHead head;

        Matching(Model model, WeightFile file, Choice choice) {
            this.model = model;
            this.file = file;
            this.choice = choice;
            WeightSpec.of(model).forEach(spec -> specs.put(spec.name(), spec));
            stored = file.tensors();
            head = ClassifierHead.of(model, specs, stored, choice.newHead());
            choice.only.requireMatches("weights-only", specs.keySet());
        }

        WeightTransfer transfer() {
            var copied = new ArrayList<String>();
            var fresh = new ArrayList<String>();
            var missing = new ArrayList<String>();
            var different = new ArrayList<String>();
            for (var spec : specs.values()) {
                var given = stored.get(spec.name());
                if (!asked(spec.name()) || (given == null && spec.name().endsWith(COUNTER))) {
                    fresh.add(spec.name());
                } else if (given == null) {
                    missing.add(spec.name());
                } else if (!fits(spec, given)) {
                    different.add(
                            "%s is %s, expected %s %s".formatted(spec.name(), given, spec.type(), spec.sizeList()));
                } else {
                    copied.add(spec.name());
                }
            }
            refuse(missing, unexpected(), different);
            return new WeightTransfer(file, copied, fresh, head.note());
        }

        private boolean asked(String name) {
            return (choice.only.isEmpty() || choice.only.matches(name)) && !head.isFresh(name);
        }

        /** With patterns, what else the file holds does not matter. */
        private List<String> unexpected() {
            return stored.keySet().stream()
                    .filter(name -> choice.only.isEmpty() && !specs.containsKey(name) && !head.isFresh(name))
                    .toList();
        }

        /** Any floating-point type becomes any other, but whole numbers never become weights. */
        private static boolean fits(WeightSpec spec, WeightFile.Stored given) {
            return spec.sizeList().equals(given.sizes())
                    && spec.type().isFloating() == given.type().isFloating();
        }

        private void refuse(Collection<String> missing, Collection<String> unexpected, Collection<String> different) {
            if (missing.isEmpty() && unexpected.isEmpty() && different.isEmpty()) {
                return;
            }
            var differences = new ArrayList<String>();
            add(differences, missing, "missing from the file: ");
            add(differences, unexpected, "not in the model: ");
            add(differences, different, "of another shape: ");
            throw new StokerException(
                    "%s does not fit model %s; %s; choose the model it was made for, or bring over a part with --weights-only PATTERNS"
                            .formatted(file.path(), model.name(), String.join("; ", differences)));
        }

        private static void add(List<String> differences, Collection<String> names, String title) {
            if (!names.isEmpty()) {
                differences.add(title + WeightNames.some(names, SHOWN));
            }
        }
    }
}
