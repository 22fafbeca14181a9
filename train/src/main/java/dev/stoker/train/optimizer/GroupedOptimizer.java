package dev.stoker.train.optimizer;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Has an update rule for each group of parameters; gradients exist from the start and are cleared in place. */
final class GroupedOptimizer implements Optimizer {

    /** The update rule of one group. */
    interface Update {
        void step(Tensor rate);
    }

    private record Member(Update update, double rateFactor) {}

    /** Members whose learning rate decays to zero by an epoch, and its present factor. */
    private record DecayingGroup(double until, Tensor factor, List<Member> members) {}

    private final Tensors gradients;
    private final Map<String, Tensor> state = new LinkedHashMap<>();
    private final List<Member> members = new ArrayList<>();
    private final List<DecayingGroup> decaying = new ArrayList<>();

    GroupedOptimizer(Settings settings, Map<String, Tensor> parameters, ParameterRules rules) {
        parameters.values().forEach(Tensor::createGradient);
        gradients =
                Tensors.of(parameters.values().stream().map(Tensor::gradient).toList());
        String output = outputLayer(parameters);
        for (var group : rules.groups(parameters, settings.weightDecay())) {
            var updates = updates(settings, group, output)
                    .map(update -> new Member(update, group.rateFactor()))
                    .toList();
            if (group.until() == ParameterGroup.NO_END) {
                members.addAll(updates);
            } else {
                decaying.add(new DecayingGroup(group.until(), Tensor.zeros(DataType.FLOAT32, group.device()), updates));
            }
        }
    }

    private Stream<Update> updates(Settings settings, ParameterGroup group, String output) {
        return switch (settings) {
            case Settings.Sgd sgd -> Stream.of(new SgdUpdate(sgd, group, state));
            case Settings.Adam adam -> Stream.of(AdamUpdate.of(adam, group, state));
            case Settings.AdamW adamW -> Stream.of(AdamUpdate.of(adamW, group, state));
            case Settings.Lion lion -> Stream.of(new LionUpdate(lion, group, state));
            case Settings.RmsProp rmsProp -> Stream.of(new RmsPropUpdate(rmsProp, group, state));
            case Settings.Lars lars ->
                split(group, group.where((_, tensor) -> ParameterGroup.isMatrix(tensor), group.weightDecay()), 0)
                        .map(part -> new LarsUpdate(lars, part, state));
            case Settings.Lamb lamb ->
                split(group, group.where((_, tensor) -> ParameterGroup.isMatrix(tensor), group.weightDecay()), 0)
                        .map(part -> new LambUpdate(lamb, part, state));
            case Settings.Muon muon -> muon(muon, group, output);
            case Settings.Custom custom ->
                throw new IllegalArgumentException(
                        "the optimizer %s has its own parameter groups, if any".formatted(custom.name()));
            case Settings.Grouped _ -> throw new IllegalArgumentException("parameter groups cannot be nested");
        };
    }

    /**
     * Muon updates hidden matrices. Biases, the scales of norms and the output layer, whose rows stand for classes and need
     * not have equal norms, are updated by SGD with Nesterov momentum.
     */
    private Stream<Update> muon(Settings.Muon muon, ParameterGroup group, String output) {
        var hidden = group.where(
                (name, tensor) -> ParameterGroup.isMatrix(tensor) && !name.equals(output), group.weightDecay());
        var rest = new Settings.Sgd(muon.restMomentum(), group.weightDecay(), true);
        return split(group, hidden, group.weightDecay())
                .map(part -> part.parameters().equals(hidden.parameters())
                        ? new MuonUpdate(muon, part, state)
                        : new SgdUpdate(rest, part, state));
    }

    /** The chosen parameters and the rest, without empty groups. */
    private static Stream<ParameterGroup> split(ParameterGroup all, ParameterGroup chosen, double restWeightDecay) {
        var rest = all.where((name, _) -> !chosen.parameters().containsKey(name), restWeightDecay);
        return Stream.of(chosen, rest).filter(part -> !part.isEmpty());
    }

    /** The last matrix, in the order of the model. */
    private static String outputLayer(Map<String, Tensor> parameters) {
        return parameters.entrySet().stream()
                .filter(entry -> ParameterGroup.isMatrix(entry.getValue()))
                .map(Map.Entry::getKey)
                .reduce("", (_, name) -> name);
    }

    @Override
    public void clearGradients() {
        gradients.zeroInPlace();
    }

    @Override
    public void prepare(double epochs) {
        decaying.forEach(group -> group.factor.fillInPlace(Math.max(0, 1 - epochs / group.until)));
    }

    @Override
    public void step(Tensor rate) {
        try (var _ = Gradients.off()) {
            step(members, rate);
            decaying.forEach(group -> step(group.members, rate.times(group.factor)));
        }
    }

    private static void step(List<Member> members, Tensor rate) {
        for (var member : members) {
            member.update.step(member.rateFactor == 1 ? rate : rate.times(member.rateFactor));
        }
    }

    @Override
    public Map<String, Tensor> state() {
        return state;
    }
}
