package dev.stoker.job.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.job.option.Auto;
import dev.stoker.tensor.Device;
import dev.stoker.train.evaluation.TestTimeAugmentation;
import dev.stoker.train.step.Precision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanTest {
    @TempDir
    Path folder;

    private Plan read(String yaml) throws IOException {
        Path file = folder.resolve("plan.yaml");
        Files.writeString(file, yaml);
        return PlanFile.read(file, Plan.DEFAULTS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "swa-lr=0.01             | swa-lr is for swa, but swa is 0",
                "swa-every=200steps      | swa-every is for swa, but swa is 0",
                "swa=0.75,ema=0.9        | swa and ema are two averages of the weights",
                "swa=0.75,prune=0.5      | swa averages weights from before and after some were removed by prune",
                "mixup-off=0.1           | mixup-off ends mixup and cutmix, but both are 0",
                "optimizer=lion,momentum=0.8 | momentum is for optimizer"
            })
    void averagesAndWhatEndsEarlyNeedWhatTheyBelongTo(String keys, String sentence) {
        var plan = Plan.DEFAULTS;
        for (String key : keys.split(",", -1)) {
            plan = plan.with(key.substring(0, key.indexOf('=')), key.substring(key.indexOf('=') + 1));
        }
        assertThatThrownBy(plan::refuseConflicts).hasMessageStartingWith(sentence);
    }

    @ParameterizedTest
    @CsvSource({"swa, 1", "swa-every, 10min", "swa-lr, -1", "sam, -0.1", "mixup-off, 1", "recompute, some"})
    void valuesOutOfRangeNameTheirKey(String key, String value) {
        assertThatThrownBy(() -> Plan.DEFAULTS.with(key, value))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(key);
    }

    @ParameterizedTest
    @CsvSource({"lion, auto, 0.99", "adamw, auto, 0.999", "lion, 0.999, 0.999"})
    void lionHasTheBetaOfItsPaper(String optimizer, String beta2, double expected) {
        var plan = Plan.DEFAULTS.with("optimizer", optimizer).with("beta2", beta2);
        assertThat(plan.optimizer().chosenBeta2()).isEqualTo(expected);
    }

    @Test
    void everyExamplePlanIsWithoutConflicts() throws IOException {
        try (var files = Files.list(Path.of("../examples"))) {
            var plans = files.filter(file -> file.toString().endsWith(".yaml")).toList();
            assertThat(plans).hasSizeGreaterThan(10);
            plans.forEach(file -> PlanFile.read(file, Plan.DEFAULTS).refuseConflicts());
        }
        var fast = PlanFile.read(Path.of("../examples/cifar10-94.yaml"), Plan.DEFAULTS);
        assertThat(fast.training().batchSize() * fast.training().stepsPerEpoch())
                .as("images in the 8.4 passes that its comment speaks of")
                .isEqualTo(420_000);
    }

    @Test
    void theDefaultCropAreaIsTheOneThatDatasetsWithoutCropsAccept() {
        assertThat(Plan.DEFAULTS.augmentation().cropArea()).isEqualTo(AugmentationSettings.MIN_AREA);
    }

    @Test
    void everyKeyIsUnderOneHeading() {
        var groups = PlanKey.groups();
        assertThat(groups).hasSizeBetween(5, 20).doesNotContainKey("");
        assertThat(groups.values().stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(PlanKey.all());
        assertThat(groups.get("Device")).extracting(PlanKey::name).contains("device", "threads");
    }

    @Test
    void everyKeyOfAPlanSurvivesARoundTripThroughItsFile() {
        Plan plan = Plan.DEFAULTS;
        for (String setting : new String[] {
            "data=a: b",
            "model=mlp",
            "epochs=3",
            "lr=0.25",
            "schedule=one-cycle",
            "optimizer=rmsprop",
            "precision=bf16",
            "device=cuda:3",
            "workers=5",
            "threads=1",
            "interop-threads=2",
            "seed=-9",
            "name=trial-1",
            "runs=/x y/#1",
            "weight-decay=0",
            "no-decay=*.bias,*bn*",
            "lr-groups=head.*=10,layer1.*=0.1",
            "tta=shifts",
            "whiten=100",
            "flip=alternating",
            "shift=3",
            "search=4",
            "edge=reflect",
            "rotate=7.5",
            "brightness=0.1",
            "contrast=0.2",
            "saturation=0.3",
            "hue=0.05",
            "grayscale=0.25",
            "blur=0.5",
            "cutout=8",
            "vertical-flip=0.5",
            "translate=0.1",
            "scale=0.2",
            "shear=10",
            "rand-augment=2:9",
            "random-erasing=0.25",
            "shuffle=blocks:64x8",
            "sampling=balanced",
            "last-batch=drop",
            "decay-groups=*.bias=0.1",
            "train-until=0.bias=3",
            "lookahead=5",
            "muon-normalize=true",
            "muon-steps=3",
            "trust-coefficient=0.01",
            "max-grad-norm=2",
            "max-grad-value=0.5",
            "adaptive-clipping=0.01",
            "loss=focal",
            "focal-gamma=1.5",
            "class-weights=a b=2.0,c=0.5",
            "ema=0.99",
            "prune=0.5",
            "prune-scope=layer",
            "prune-rise=0.5",
            "prefetch=3",
            "readers=0",
            "input-memory=1500MiB",
            "near=a b/near",
            "near-limit=200GB",
            "nesterov=false",
            "evaluate-every=500steps",
            "max-time=90min",
            "patience=5",
            "weights=a b.pth",
            "weights-only=*.weight,'x'",
            "new-head=true",
            "freeze=*",
            "accumulate=4",
            "label=a b",
            "columns={age: numeric,  'a b': {kind: hash, buckets: 3}}",
            "validation=0.3",
            "folds=5",
            "fold=2",
            "best-by=macro-f1",
            "hidden=8,4",
            "mixup=0.2",
            "capture=off",
            "batch=auto",
            "lr=auto",
            "lr-scaling=sqrt",
            "batch-memory=2GB",
            "out-of-memory=fail",
            "augment=device",
            "resident=off",
            "profile=20:40"
        }) {
            plan = plan.with(setting.split("=", 2)[0], setting.split("=", 2)[1]);
        }
        Path file = folder.resolve("plan.yaml");
        PlanFile.write(file, plan);
        assertThat(PlanFile.read(file, Plan.DEFAULTS)).isEqualTo(plan);
        PlanFile.write(file, plan, List.of("workers 2 → 3: the consumer waited"));
        assertThat(PlanFile.read(file, Plan.DEFAULTS)).isEqualTo(plan);
        assertThat(file).content().contains("# workers 2 → 3");
    }

    @Test
    void omittedKeysKeepTheirDefaults() throws IOException {
        var plan = read("epochs: 7\nprecision: bf16\n# a comment\nworkers: auto\n");
        assertThat(plan.training().epochs()).isEqualTo(7);
        assertThat(plan.step().precision()).isEqualTo(Auto.of(Precision.BF16));
        assertThat(plan.training().batch()).isEqualTo(Plan.DEFAULTS.training().batch());
    }

    @Test
    void anEmptyPlanIsTheDefaults() throws IOException {
        assertThat(read("")).isEqualTo(Plan.DEFAULTS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "epochs: ten          | epochs must be an integer, got 'ten'",
                "epochs: 0            | epochs must be at least 1, got 0",
                "epochs: 1.5          | epochs must be an integer, got '1.5'",
                "batch: -4            | batch must be at least 1, or auto, got -4",
                "lr: 0                | lr must be above 0, or auto, got 0.0",
                "lr: .nan             | lr must be a number or auto, got '.nan'",
                "momentum: 1          | momentum must be at least 0 and below 1, got 1.0",
                "workers: 0           | workers must be at least 1, or auto, got 0",
                "workers: many        | workers must be an integer or auto, got 'many'",
                "device: gpu          | device must be cpu, cuda, cuda:N or auto, got 'gpu'",
                "name: ../escape      | name must be letters, digits, dots, dashes and underscores, got ../escape",
                "new-head: yes        | new-head must be true or false, got 'yes'",
                "optimizer: sdg       | there is no optimizer 'sdg'; did you mean sgd?",
                "precision: fp8       | there is no precision 'fp8'; did you mean fp32?",
                "epoch: 3             | there is no plan key 'epoch'; did you mean epochs?",
                "weight_decay: 3      | unknown plan key 'weight_decay'; Stoker calls it weight-decay",
                "tta: flips          | there is no tta 'flips'; did you mean flip?",
                "evaluate-every: often | evaluate-every must be such as 2epochs, 500steps or 10min, got 'often'",
                "evaluate-every: 0steps | evaluate-every must be such as 2epochs, 500steps or 10min, got '0steps'",
                "max-time: 5epochs     | max-time must be a time such as 90min or 2h, or none, got '5epochs'",
                "lr-groups: head.*     | lr-groups must be patterns with numbers above 0",
                "lr-groups: 'a=1,b=-2' | lr-groups must be patterns with numbers above 0",
                "loss: crossentropy    | there is no loss 'crossentropy'; did you mean cross-entropy?",
                "focal-gamma: -1       | focal-gamma must be at least 0, got -1.0",
                "class-weights: heavy  | class-weights must be none, balanced, weights such as 'cat=2,dog=0.5', or one",
                "class-weights: 'a=1,2' | class-weights must be none, balanced, weights such as 'cat=2,dog=0.5', or"
                        + " one",
                "class-weights: 'a=-1' | class-weights must be weights of at least 0, got 'a=-1'",
                "class-weights: '1,.nan' | class-weights must be none, balanced, weights such as",
                "class-weights: '0,0'  | class-weights must be above 0 for at least one class, got '0,0'",
                "class-weights: 'a=1,a=2' | class-weights must be one weight for class 'a', got 'a=1,a=2'",
                "schedule: one_cycle   | there is no schedule 'one_cycle'; did you mean one-cycle?",
                "shift: -1             | shift must be at least 0, or auto, got -1",
                "shift: far            | shift must be an integer or auto, got 'far'",
                "flip: alternate       | there is no flip 'alternate'; did you mean alternating?",
                "train-until: 'a=0'    | train-until must be patterns with numbers above 0",
                "decay-groups: a       | decay-groups must be patterns with numbers above 0",
                "whiten: -1            | whiten must be at least 0, got -1",
                "input-memory: 0       | input-memory must be above 0, or unlimited, got 0",
                "input-memory: much    | input-memory must be a size such as 100MB, 512MiB or 2GB, or unlimited, got"
                        + " 'much'",
                "rand-augment: 2:31    | rand-augment must be operations and magnitude N:M",
                "shuffle: blocks:64x0  | shuffle must be full, none, window:N, blocks:SIZE or blocks:SIZExGROUP, got"
                        + " 'blocks:64x0'",
                "near-limit: 1000      | near-limit must be at least 1.0 MiB, or auto, got 1000 B",
                "near-limit: much      | near-limit must be a size such as 100MB, 512MiB or 2GB or auto, got 'much'",
                "shuffle: window       | shuffle must be full, none, window:N, blocks:SIZE or blocks:SIZExGROUP, got"
                        + " 'window'",
                "last-batch: dropped   | there is no last-batch 'dropped' (known: short, drop, wrap)",
                "hidden: 8,,4          | hidden must be layer sizes such as 64,32, or none, got '8,,4'",
                "search: 1001          | search must be 0 to 1000, or auto, got 1001",
                "threads: 0            | threads must be at least 1, or auto, got 0",
                "interop-threads: 0    | interop-threads must be at least 1, or auto, got 0",
                "keep-checkpoints: 0   | keep-checkpoints must be at least 1, got 0",
                "profile: 40:20        | profile must be FROM:TO with FROM below TO, such as 20:40 for the steps 20 to"
                        + " 39, got '40:20'",
                "profile: 7:7          | profile must be FROM:TO with FROM below TO",
                "profile: -1:5         | profile must be two steps FROM:TO, such as 20:40 for the steps 20 to 39, got"
                        + " '-1:5'",
                "profile: a:b          | profile must be two steps FROM:TO",
                "profile: 20           | profile must be two steps FROM:TO",
                "profile: 0:5          | profile must be counted from 1",
                "profile: 1:9999999999999999999 | profile must be two steps FROM:TO",
                "[1, 2]               | line 1: a plan is a mapping of keys to values",
                "epochs: [1, 2]       | line 1: 'epochs' needs one plain value",
                "epochs:              | line 1: a value is missing",
                "epochs: {a: 1}       | line 1: 'epochs' needs one plain value",
                "'epochs: \"unclosed' | plan.yaml, line 1, column",
            })
    void errorsNameTheFile(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(folder.resolve("plan.yaml").toString())
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "step-every=2               | step-every is for schedule step or exponential, but the schedule is"
                        + " cosine",
                "schedule=step              | schedule step needs a step-every above 0",
                "schedule=cyclical          | schedule cyclical needs a cycle above 0",
                "schedule=warm-restarts     | schedule warm-restarts needs a cycle above 0",
                "schedule=exponential       | schedule exponential needs a step-every above 0",
                "schedule=plateau           | schedule plateau needs a plateau-patience above 0",
                "schedule=milestones        | schedule milestones needs milestones, such as 30,60,80",
                "milestones=2               | milestones is for schedule milestones, but the schedule is cosine",
                "schedule=cyclical;cycle=1;cycle-multiplier=2 | cycle-multiplier is for schedule warm-restarts",
                "schedule=linear;power=3    | power is for schedule polynomial, but the schedule is linear",
                "schedule=constant;min-factor=0.1 | but the schedule is constant",
                "optimizer=adam;momentum=0.5 | momentum is for optimizer sgd or rmsprop or lars or muon, but the"
                        + " optimizer is adam",
                "trust-coefficient=0.1      | trust-coefficient is for optimizer lars, but the optimizer is sgd",
                "rise=0.2                   | rise is for schedule one-cycle or triangle, but the schedule is cosine",
                "start-factor=0.1           | start-factor is for schedule triangle",
                "muon-normalize=true        | muon-normalize is for optimizer muon, but the optimizer is sgd",
                "rest-momentum=0.5          | rest-momentum is for optimizer muon",
                "near-limit=2GB | near-limit is for near, but near is none",
                "near=x;data=file:///set | near keeps images of a set at an address",
                "last-batch=wrap;order=relaxed | last-batch wrap fills up with the first images of an epoch",
                "order=relaxed;deterministic=true | order relaxed makes batches differ from run to run",
                "max-grad-norm=1;adaptive-clipping=0.01 | gradients are clipped in one way, but more than one of",
                "optimizer=adamw;nesterov=false | nesterov is for optimizer sgd",
            })
    void keysThatDoNotGoTogetherAreRefused(String settings, String message) {
        Plan plan = Plan.DEFAULTS;
        for (String setting : settings.split(";", -1)) {
            plan = plan.with(setting.split("=", 2)[0], setting.split("=", 2)[1]);
        }
        Plan whole = plan;
        assertThatThrownBy(whole::refuseConflicts)
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theOrderOfKeysThatNeedEachOtherDoesNotMatter() {
        Plan.DEFAULTS
                .with("gamma", "0.5")
                .with("step-every", "2")
                .with("schedule", "step")
                .refuseConflicts();
        Plan.DEFAULTS.refuseConflicts();
    }

    @Test
    void testTimeAugmentationIsGivenByNameOrAsASwitch() throws IOException {
        assertThat(read("tta: true").evaluation().tta())
                .isEqualTo(read("tta: flip").evaluation().tta())
                .isEqualTo(TestTimeAugmentation.FLIP);
        assertThat(read("tta: false").evaluation().tta()).isEqualTo(TestTimeAugmentation.NONE);
        assertThat(read("tta: shifts").evaluation().tta()).isEqualTo(TestTimeAugmentation.SHIFTS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "clip: 1           | the plan key 'clip' is now called max-grad-norm",
                "averaging: 0.9    | the plan key 'averaging' is now called ema",
                "stop-after: 3     | the plan key 'stop-after' is now called patience",
                "tta: mirror       | the tta 'mirror' is now called flip",
            })
    void aNameOfAnOlderVersionIsRefusedWithTheNewOne(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(StokerException.class)
                .hasMessage(folder.resolve("plan.yaml") + ": " + message);
    }

    @Test
    void allRenamedKeysOfAnOlderPlanAreNamedAtOnce() {
        assertThatThrownBy(() -> read("epochs: 2\ngrey: 0.1\nahead: auto\ntta: mirror\n"))
                .hasMessage(folder.resolve("plan.yaml")
                        + ": names have changed: grey is now called grayscale, ahead is now called prefetch, tta mirror"
                        + " is now called tta flip");
    }

    @Test
    void valuesAreTypedAndGroupsAreReplacedByType() {
        var plan = Plan.DEFAULTS
                .with("max-time", "90min")
                .with("batch-memory", "8GB")
                .with("device", "cuda");
        assertThat(plan.training().maxTime()).contains(Duration.ofMinutes(90));
        assertThat(plan.training().batchMemory()).contains(new Bytes(8_000_000_000L));
        assertThat(plan.device().device()).isEqualTo(Auto.of(new Device.Cuda(0)));
        var changed = plan.with(plan.training().withBatch(Auto.auto()));
        assertThat(changed.training().batch().isAuto()).isTrue();
        assertThat(changed.with("batch", "64")).isEqualTo(plan);
    }

    @Test
    void everyHelpTextIsInTheWordsOfTheField() {
        assertThat(PlanKey.all())
                .allSatisfy(key -> assertThat(key.description())
                        .doesNotContainPattern("(?i)picture|photograph|mirror|usual|lever|behind"));
        assertThat(PlanKey.groups().keySet())
                .containsExactly(
                        "Data",
                        "Model",
                        "Training",
                        "Learning rate",
                        "Optimizer",
                        "Training step",
                        "Augmentation",
                        "Device placement",
                        "Progressive training",
                        "Loss",
                        "Regularization",
                        "Compression",
                        "Device",
                        "Input pipeline",
                        "Distributed training",
                        "Evaluation",
                        "Run");
    }

    @Test
    void aKeyGivenTwiceIsRefused() {
        assertThatThrownBy(() -> read("epochs: 1\nepochs: 2\n")).hasMessageContaining("epochs");
    }

    @Test
    void aliasesAreRefusedSoThatNothingExpands() {
        assertThatThrownBy(() -> read("epochs: &a 3\nbatch: *a\n"))
                .hasMessageContaining("line 2: aliases are not read; write the value out");
        assertThatThrownBy(() -> read("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"))
                .isInstanceOf(StokerException.class);
    }

    @Test
    void deepNestingIsRefusedAtOnce() {
        assertThatThrownBy(() -> read("epochs: " + "[".repeat(100_000))).isInstanceOf(StokerException.class);
    }

    @Test
    void aHugeFileIsRefusedUnread() {
        assertThatThrownBy(() -> read("# " + "x".repeat(2 << 20))).hasMessageContaining("a plan at most");
    }

    @Test
    void twoDocumentsAreRefused() {
        assertThatThrownBy(() -> read("epochs: 1\n---\nepochs: 2\n")).hasMessageContaining("only one document");
    }

    @Test
    void aFileThatIsNotTextIsRefused() throws IOException {
        Path file = folder.resolve("plan.yaml");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
        assertThatThrownBy(() -> PlanFile.read(file, Plan.DEFAULTS)).hasMessageContaining("not UTF-8");
    }

    @Test
    void aMissingPlanIsNamed() {
        assertThatThrownBy(() -> PlanFile.read(folder.resolve("none.yaml"), Plan.DEFAULTS))
                .hasMessageContaining("none.yaml (no such file or folder)");
    }

    @Test
    void everyKeyHasADescription() {
        assertThat(PlanKey.all())
                .allSatisfy(key -> assertThat(key.description()).isNotBlank());
    }
}
