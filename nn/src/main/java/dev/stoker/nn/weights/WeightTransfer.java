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
 * Which tensors of a file are copied into a model, decided by names, types and sizes before anything is copied. All names must
 * match, or those that patterns select; the head may keep its initial values.
 */
public final class WeightTransfer {
    private static final String COUNTER = "num_batches_tracked";
    private static final int SHOWN = 5;

    private final WeightFile file;
    private final List<String> copied;
    private final List<String> reinitialized;
    private final Optional<String> headNote;

    private WeightTransfer(
            WeightFile file, List<String> copied, List<String> reinitialized, Optional<String> headNote) {
        this.file = file;
        this.copied = List.copyOf(copied);
        this.reinitialized = List.copyOf(reinitialized);
        this.headNote = headNote;
    }

    /** What to copy: all weights, unless patterns select some; and whether the head is reinitialized in any case. */
    public record Selection(WeightNamePatterns only, boolean newHead) {
        public static final Selection ALL = new Selection(WeightNamePatterns.NONE, false);
    }

    /** Refuses a file that does not fit; the message lists the first names that differ. */
    public static WeightTransfer of(Model model, WeightFile file, Selection selection) {
        return new Matching(model, file, selection).transfer();
    }

    /** Copies; weights that are not in the transfer do not change. */
    public void copyInto(Weights weights) {
        copied.forEach(
                name -> file.copy(name, Objects.requireNonNull(weights.all().get(name), name)));
    }

    /** The weights that come from the file. */
    public List<String> copied() {
        return copied;
    }

    /** The weights that keep their initial values. */
    public List<String> reinitialized() {
        return reinitialized;
    }

    /** One line for the console. */
    public String summary() {
        return "%d of %d tensors from %s%s"
                .formatted(
                        copied.size(),
                        copied.size() + reinitialized.size(),
                        file.path(),
                        headNote.map(note -> "; " + note).orElse(""));
    }

    /** Compares a model with a file. */
    private static final class Matching {
        private final Model model;
        private final WeightFile file;
        private final Selection selection;
        private final Map<String, WeightSpec> specs = new LinkedHashMap<>();
        private final Map<String, WeightFile.TensorInfo> stored;
        private final ClassifierHead head;

        Matching(Model model, WeightFile file, Selection selection) {
            this.model = model;
            this.file = file;
            this.selection = selection;
            WeightSpec.of(model).forEach(spec -> specs.put(spec.name(), spec));
            stored = file.tensors();
            head = ClassifierHead.of(model, specs, stored, selection.newHead());
            selection.only.requireMatches("weights-only", specs.keySet());
        }

        WeightTransfer transfer() {
            var copied = new ArrayList<String>();
            var reinitialized = new ArrayList<String>();
            var missing = new ArrayList<String>();
            var different = new ArrayList<String>();
            for (var spec : specs.values()) {
                var given = stored.get(spec.name());
                if (!selected(spec.name()) || (given == null && spec.name().endsWith(COUNTER))) {
                    reinitialized.add(spec.name());
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
            return new WeightTransfer(file, copied, reinitialized, head.note());
        }

        private boolean selected(String name) {
            return (selection.only.isEmpty() || selection.only.matches(name)) && !head.isReinitialized(name);
        }

        /** With patterns, other tensors of the file do not matter. */
        private List<String> unexpected() {
            return stored.keySet().stream()
                    .filter(name -> selection.only.isEmpty() && !specs.containsKey(name) && !head.isReinitialized(name))
                    .toList();
        }

        /** Any floating-point type converts to any other, but integers never become weights. */
        private static boolean fits(WeightSpec spec, WeightFile.TensorInfo given) {
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
                            "%s does not fit model %s; %s; choose the model it was saved from, or select a part of the weights by patterns"
                                    .formatted(file.path(), model.name(), String.join("; ", differences)))
                    .about("weights-only");
        }

        private static void add(List<String> differences, Collection<String> names, String title) {
            if (!names.isEmpty()) {
                differences.add(title + WeightNames.some(names, SHOWN));
            }
        }
    }
}
