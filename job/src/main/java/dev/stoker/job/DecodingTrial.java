package dev.stoker.job;

import dev.stoker.core.Seed;
import dev.stoker.core.SlotMemory;
import dev.stoker.data.Resources;
import dev.stoker.data.Tunable;
import dev.stoker.datasets.Augmentation;
import dev.stoker.datasets.Part;
import dev.stoker.datasets.TravellingPart.Decoding;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.DecodingSpeed;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.PageLockedMemory;

/**
 * Tries for a moment how many training pictures a second workers make, and how many a device decodes, within the budgets of
 * the plan. Reading is left out on both sides as far as it goes: the pictures are a few, read before.
 *
 * @param byWorkers all of them together, who decode, crop and paint
 * @param byDevice while it does nothing else
 */
record DecodingTrial(double byWorkers, double byDevice) {
    private static final Seed SEED = new Seed(1);
    private static final double SECONDS = 0.3;
    private static final int BATCH = 64;

    /** Some, and never many gigabytes. */
    private static final int PICTURES = 256;

    /** Less is not worth a second way: where workers made 17 % beside an H200 they kept it waiting. */
    private static final double LEAST = 0.25;

    static DecodingTrial of(Part training, Augmentation augmentation, Device device, Plan plan, Resources resources) {
        int workers = plan.input().workers().or(() -> Runtime.getRuntime().availableProcessors());
        return new DecodingTrial(
                byWorkers(training, augmentation, resources.withWorkers(Tunable.fixed(workers))),
                byDevice(training, augmentation, device, Math.min(plan.length().batch(), PICTURES), resources));
    }

    private static double byWorkers(Part training, Augmentation augmentation, Resources resources) {
        try (var feed = training.augmented(augmentation, SEED)
                .over(all -> all.shuffle(SEED).take(PICTURES).repeat())
                .batch(BATCH)
                .open(resources, SlotMemory.ofHost())) {
            for (int i = 0; i < PICTURES / BATCH; i++) {
                feed.next().close();
            }
            long start = System.nanoTime();
            long pictures = 0;
            do {
                try (var next = feed.next()) {
                    pictures += next.size();
                }
            } while (System.nanoTime() - start < SECONDS * 1e9);
            return 1e9 * pictures / (System.nanoTime() - start);
        }
    }

    private static double byDevice(
            Part training, Augmentation augmentation, Device device, int batch, Resources resources) {
        var part = training.travelling().orElseThrow();
        var decoding = new Decoding.OnDevice(1);
        var layout = part.layout(decoding);
        var rows = part.drawn(augmentation, SEED, layout, decoding).rows();
        try (var feed = rows.over(all -> all.shuffle(SEED))
                        .batch(batch)
                        .open(resources.withAhead(Tunable.fixed(1)), PageLockedMemory.towards(device));
                var first = feed.next()) {
            return DecodingSpeed.of(device, layout, first.rows(), first.size(), part.host(), SECONDS);
        }
    }

    /** The part of all pictures that the device decodes so that workers are done with the others in the same time. */
    double share() {
        double share = byDevice / (byWorkers + byDevice);
        if (share < LEAST) {
            return 0;
        }
        return share > 1 - LEAST ? 1 : Math.round(100 * share) / 100.0;
    }

    @Override
    public String toString() {
        return "%,.0f pictures a second by workers, %,.0f by the device".formatted(byWorkers, byDevice);
    }
}
