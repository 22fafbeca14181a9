package dev.stoker.lab.doctor.check;

import java.util.List;
import java.util.Optional;

/** A check of the training step whose alternative is measured, since no fact tells what it would gain. */
interface TriedCheck extends Check {
    /** The alternative; empty where there is none that could be faster. */
    Optional<PlanChange> alternative(Facts facts);

    /** Why there is no alternative, or why it was not tried. */
    Finding untried(Facts facts);

    /** What the plan has now, for people. */
    String present(Facts facts);

    String advice(PlanChange change);

    /** The least gain that is worth the change. */
    default double worthIt() {
        return Finding.NOTABLE;
    }

    @Override
    default List<Trial> trials(Facts facts) {
        return facts.wantsSteps()
                ? alternative(facts).map(Trial::steps).stream().toList()
                : List.of();
    }

    @Override
    default Finding inspect(Facts facts) {
        var change = alternative(facts);
        var trial = change.map(Trial::steps).map(wanted -> facts.trials().of(wanted));
        if (trial.isEmpty() || trial.orElseThrow().isEmpty()) {
            return untried(facts);
        }
        double rate = trial.orElseThrow().getAsDouble();
        double gain = facts.speedupOfSteps(rate);
        String evidence = "steps by themselves give %s with %s and %s with %s"
                .formatted(
                        Words.rate(facts.rates().steps()),
                        present(facts),
                        Words.rate(rate),
                        change.orElseThrow().values());
        return gain >= worthIt()
                ? Finding.found(this, evidence, advice(change.orElseThrow()), change.orElseThrow(), gain)
                : Finding.ok(this, evidence);
    }
}
