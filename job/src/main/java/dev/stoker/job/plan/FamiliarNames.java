package dev.stoker.job.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Names of options in other libraries, and the keys that mean the same here. They are answered and not accepted: a plan
 * that says the same in two ways is hard to compare.
 */
public final class FamiliarNames {
    /** A line for each meaning: keys, a remark on their values in parentheses, and the names. */
    private static final String KEYS = """
        data: dataset data-dir data-path data-root dataset-path train-dir train-data input-dir root
        size: img-size imgsz image-size input-size img resize crop-size target-size
        model: arch architecture backbone net network model-name
        weights (a file): pretrained pretrained-path pretrained-weights initial-checkpoint load-weights
        freeze (patterns of parameters): frozen freeze-layers freeze-backbone freeze-encoder
        epochs: max-epochs num-epochs n-epochs n-epoch num-train-epochs
        batch: batch-size bs b train-batch-size per-device-train-batch-size
        max-steps: num-steps max-iters max-iter iterations total-steps num-iterations
        steps-per-epoch: limit-train-batches iters-per-epoch
        patience: early-stopping early-stop early-stopping-patience early-stopping-rounds
        lr: learning-rate lr0 base-lr init-lr initial-lr max-lr lr-max blr
        schedule: lr-scheduler scheduler sched lr-schedule lr-scheduler-type lr-policy lr-decay
        warm-up (in epochs): warmup-epochs warmup-steps lr-warmup-epochs warmup-ratio num-warmup-steps
        step-every (in epochs): step-size lr-step-size decay-epochs decay-steps
        milestones (in epochs): lr-milestones decay-milestones multisteplr
        plateau-patience (in evaluations): patience-epochs lr-patience reduce-lr-patience
        cycle (in epochs): t-0 cycle-length lr-cycle-length
        cycle-multiplier: t-mult cycle-mult lr-cycle-mul
        gamma: decay-rate lr-gamma lr-decay-rate
        min-factor (a factor of lr): min-lr lr-min eta-min lrf final-lr end-lr
        optimizer: opt optim optimizer-name
        weight-decay: wd l2 decay weight-decay-rate l2-regularization
        beta1 beta2: betas opt-betas adam-betas
        beta1: adam-beta1 b1
        beta2: adam-beta2 b2
        epsilon: eps opt-eps adam-epsilon
        lr-groups: lr-mult param-groups
        layer-decay: layer-lr-decay layerwise-decay layer-wise-lr-decay
        no-decay: no-weight-decay norm-weight-decay bias-decay
        precision (bf16 or fp16): amp mixed-precision half fp16 bf16 use-amp autocast dtype
        precision (tf32): tf32 allow-tf32
        accumulate: gradient-accumulation-steps accumulate-grad-batches grad-accum-steps grad-accum accum-iter
        max-grad-value: clip-grad-value clipvalue
        adaptive-clipping (a factor): agc adaptive-grad-clip
        max-grad-norm: clip-grad gradient-clip-val grad-clip clip-grad-norm clipnorm
        loss: criterion loss-fn loss-function loss-type
        loss (bce): bce-loss use-bce
        loss (focal): focal-loss
        focal-gamma: fl-gamma gamma-focal
        class-weights: class-weight cls-weights balanced-class-weights
        label-smoothing: smoothing
        teacher: teacher-model teacher-path distill-teacher kd-teacher
        distill-weight: kd-weight distillation-alpha kd-alpha kd-loss-weight
        distill-temperature: distillation-tau kd-temperature kd-t
        dropout: dropout-rate drop drop-rate
        drop-path: drop-path-rate stochastic-depth stochastic-depth-prob
        ema (the decay): model-ema ema-decay model-ema-decay use-ema
        flip: hflip fliplr horizontal-flip random-flip
        vertical-flip: vflip flipud
        rotate: degrees rotation
        crop-area: min-scale random-resized-crop
        brightness contrast saturation hue: color-jitter jitter
        brightness: hsv-v
        saturation: hsv-s
        hue: hsv-h
        rand-augment: ra
        auto-augment: aa
        trivial-augment: ta ta-wide trivial-augment-wide
        augmix: aug-splits
        perspective: perspective-prob random-perspective
        random-erasing: reprob erasing random-erase
        mixup: mixup-alpha
        cutmix: cutmix-alpha
        workers: num-workers dataloader-num-workers n-workers j nw
        prefetch (batches): prefetch-factor prefetch-batches prefetch-size
        sampling (balanced): sampler balanced-sampling balanced-sampler weighted-sampler oversample
        last-batch (drop): drop-last
        cache: cache-dataset cache-dir cache-mode
        device (cuda or cuda:N): gpus gpu gpu-id accelerator devices use-gpu cuda
        capture: compile torchcompile cuda-graphs
        evaluate-every (such as 2epochs): check-val-every-n-epoch val-check-interval eval-every val-every
        evaluate-every (such as 500steps): eval-steps val-interval validation-freq eval-interval
        tta: test-time-augmentation
        checkpoint-every (in steps): save-steps save-every checkpoint-interval save-period save-freq
        keep-checkpoints: save-total-limit save-top-k checkpoint-hist max-to-keep
        log-every: log-interval log-every-n-steps logging-steps print-freq log-freq
        profile (FROM:TO): profiler
        seed: random-seed random-state manual-seed seed-everything
        name: experiment exp-name run-name experiment-name exp
        runs: output output-dir out-dir save-dir default-root-dir log-dir project
        """;

    /** What is no key, and where it is instead. */
    private static final String ELSEWHERE = """
        the data says which classes there are: classes num-classes n-classes nc
        a run is resumed with `stoker train --resume RUN`: checkpoint ckpt ckpt-path resume-from-checkpoint
        a plan is given with `stoker train --plan FILE`: config cfg config-file
        a run uses one device: strategy num-nodes world-size distributed ddp sync-bn
        """;

    /**
     * What a name means.
     *
     * @param keys that mean the same; none where {@code remark} is the whole answer
     */
    public record Meaning(List<String> keys, String remark) {
        /** The end of a sentence that says so; {@code prefix} comes before each key, such as two dashes. */
        public String sentence(String prefix) {
            return keys.isEmpty()
                    ? remark
                    : "Stoker calls it %s%s"
                            .formatted(
                                    keys.stream().map(key -> prefix + key).collect(Collectors.joining(", ")),
                                    remark.isEmpty() ? "" : " " + remark);
        }
    }

    private FamiliarNames() {}

    /** What an unknown name means; empty where nobody calls anything so. */
    public static Optional<Meaning> meaning(String name) {
        return sameKey(name)
                .or(() -> find(KEYS, name).map(FamiliarNames::ofKeys))
                .or(() -> find(ELSEWHERE, name).map(answer -> new Meaning(List.of(), answer)));
    }

    /** A key in another spelling. */
    private static Optional<Meaning> sameKey(String name) {
        return PlanKey.all().stream()
                .map(PlanKey::name)
                .filter(key -> letters(key).equals(letters(name)))
                .map(key -> new Meaning(List.of(key), ""))
                .findFirst();
    }

    private static Meaning ofKeys(String text) {
        int remark = text.indexOf('(');
        return remark < 0
                ? new Meaning(List.of(text.split(" ")), "")
                : new Meaning(List.of(text.substring(0, remark - 1).split(" ")), text.substring(remark));
    }

    private static Optional<String> find(String table, String name) {
        return table.lines()
                .filter(line ->
                        names(line).stream().anyMatch(known -> letters(known).equals(letters(name))))
                .map(line -> line.substring(0, line.lastIndexOf(": ")))
                .findFirst();
    }

    private static List<String> names(String line) {
        return List.of(line.substring(line.lastIndexOf(": ") + 2).split(" "));
    }

    /** All names, for tests of the tables. */
    static List<String> names() {
        return (KEYS + ELSEWHERE).lines().flatMap(line -> names(line).stream()).toList();
    }

    /** Words are written batch-size, batch_size or batchSize. */
    private static String letters(String name) {
        return name.replaceAll("[-_. ]", "").toLowerCase(Locale.ROOT);
    }
}
