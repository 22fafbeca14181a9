package dev.stoker.job.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.image.policy.AugmentationOperation;
import dev.stoker.image.policy.AugmentationPolicy;
import dev.stoker.image.policy.AugmentationPolicy.Step;
import dev.stoker.image.transform.OperationPolicy.AugMix;
import dev.stoker.image.transform.OperationPolicy.AutoAugment;
import dev.stoker.image.transform.OperationPolicy.TrivialAugment;
import dev.stoker.image.transform.RandAugment;
import dev.stoker.image.transform.RandomFilter.RandomAdjustSharpness;
import dev.stoker.image.transform.RandomFilter.RandomPerspective;
import dev.stoker.image.transform.RandomFilter.RandomPosterize;
import dev.stoker.image.transform.RandomFilter.RandomSolarize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys of AutoAugment and of policies and transforms like it. */
class AugmentationPolicyOptionsTest {
    private static final String POLICY = """
        - - {operation: rotate, probability: 0.7, magnitude: 2}
          - {operation: translate-x, probability: 0.3, magnitude: 9}
        - {operation: auto-contrast}
        """;

    @TempDir
    Path folder;

    private Path policy(String text) throws IOException {
        return Files.writeString(folder.resolve("policy.yaml"), text);
    }

    private static List<?> transforms(Plan plan) {
        return plan.augmentation().transforms().chain(1).transforms();
    }

    private static Plan with(String key, String value) {
        return Plan.DEFAULTS.with(key, value);
    }

    @Test
    void everyKeyIsATransform() {
        assertThat(transforms(Plan.DEFAULTS)).isEmpty();
        assertThat(transforms(with("rand-augment", "2:9"))).isEqualTo(List.of(new RandAugment(2, 9)));
        assertThat(transforms(with("trivial-augment", "true"))).isEqualTo(List.of(new TrivialAugment()));
        assertThat(transforms(with("auto-augment", "cifar10")))
                .isEqualTo(List.of(new AutoAugment(AugmentationPolicy.CIFAR10)));
        assertThat(transforms(with("augmix", "3"))).isEqualTo(List.of(new AugMix(3)));
        assertThat(transforms(with("perspective", "0.5")
                        .with("solarize", "0.1")
                        .with("posterize", "0.2")
                        .with("sharpen", "0.3")))
                .isEqualTo(List.of(
                        new RandomPerspective(0.5, 0.5, 0),
                        new RandomSolarize(0.1, 128),
                        new RandomPosterize(0.2, 4),
                        new RandomAdjustSharpness(0.3, 2)));
    }

    @Test
    void aPolicyOfAFileBecomesPartOfThePlan() throws IOException {
        var file = policy(POLICY);
        var plan = with("auto-augment", file.toString());
        var expected = new AugmentationPolicy(List.of(
                List.of(
                        new Step(AugmentationOperation.ROTATE, 0.7, 2),
                        new Step(AugmentationOperation.TRANSLATE_X, 0.3, 9)),
                List.of(new Step(AugmentationOperation.AUTO_CONTRAST, 1, 0))));
        assertThat(plan.augmentation().autoAugment().policy()).contains(expected);
        var written = folder.resolve("plan.yaml");
        PlanFile.write(written, plan);
        Files.delete(file);
        assertThat(PlanFile.read(written, Plan.DEFAULTS)).isEqualTo(plan);
    }

    @Test
    void aPolicyIsLookedForBesideThePlan() throws IOException {
        policy(POLICY);
        var plan = Files.writeString(folder.resolve("plan.yaml"), "auto-augment: policy.yaml\n");
        assertThat(transforms(PlanFile.read(plan, Plan.DEFAULTS))).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        - {operation: rotat}                     | line 1: an operation: there is no operation 'rotat'; did you mean rotate? (known: identity, shear-x
        - {operation: rotate, magnitude: 10}     | line 1: an operation: magnitude must be 0 to 9, got 10.0
        - {operation: rotate, probability: 2}    | line 1: an operation: probability must be 0 to 1, got 2.0
        - {operation: rotate, strength: 2}       | line 1: an operation: there is no key 'strength'
        - {probability: 1}                       | line 1: an operation: the key 'operation' is missing
        {operation: rotate}                      | line 1: a policy is a list of sub-policies, such as
        """)
    void aWrongPolicyIsRefusedWithItsLine(String text, String problem) throws IOException {
        var file = policy(text);
        assertThatThrownBy(() -> with("auto-augment", file.toString()))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("%s, %s".formatted(file, problem));
    }

    @Test
    void anUnknownPolicyIsRefusedWithTheNearestName() {
        assertThatThrownBy(() -> with("auto-augment", "imagnet"))
                .isInstanceOf(StokerException.class)
                .hasMessage(
                        "there is no auto-augment 'imagnet'; did you mean imagenet? (known: none, imagenet, cifar10,"
                                + " and YAML files)");
        assertThatThrownBy(
                        () -> with("auto-augment", folder.resolve("none.yaml").toString()))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("cannot read the policy of AutoAugment");
        assertThatThrownBy(() -> with("augmix", "11")).hasMessage("augmix must be 0 to 10, got 11");
    }

    @Test
    void twoPoliciesAreRefused() {
        var both = with("auto-augment", "imagenet").with("trivial-augment", "true");
        assertThatThrownBy(both::refuseConflicts)
                .isInstanceOf(StokerException.class)
                .hasMessage("rand-augment, trivial-augment, auto-augment and augmix each choose the operations of an"
                        + " image, but more than one is given; keep one of them");
    }
}
