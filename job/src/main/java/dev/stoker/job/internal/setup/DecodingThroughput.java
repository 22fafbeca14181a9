package dev.stoker.job.internal.setup;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Tunable;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.DeviceAugmentedImageSplit.Decoding;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.tensor.jpeg.JpegDecodeThroughput;

/**
 * Tries for a moment how many training images a second workers make, and how many a device decodes, within the budgets of
 * the plan. Reading is left out on both sides as far as it goes: the images are a few, read before.
 *
 * @param onHost all of them together, who decode, crop and paint
 * @param onDevice while it does nothing else
 */
record DecodingThroughput(double onHost, double onDevice) {
    private static final Seed SEED = new Seed(1);
    private static final double SECONDS = 0.3;
    private static final int BATCH = 64;

    /** Some, and never many gigabytes. */
    private static final int IMAGES = 256;

    /** Less is not worth a second way: where workers made 17 % beside an H200 they kept it waiting. */
    private static final double LEAST = 0.25;

    static DecodingThroughput of(
            DatasetSplit training,
            AugmentationSettings augmentation,
            Device device,
            Plan plan,
            PipelineResources resources) {
        int workers = plan.inputPipeline().workers().orElseGet(Runtime.getRuntime()::availableProcessors);
        return new DecodingThroughput(
                onHost(training, augmentation, resources.withWorkers(Tunable.fixed(workers))),
                onDevice(
                        training, augmentation, device, Math.min(plan.training().batchSize(), IMAGES), resources));
    }

    private static double onHost(
            DatasetSplit training, AugmentationSettings augmentation, PipelineResources resources) {
        try (var feed = training.augmented(augmentation, SEED)
                .over(all -> all.shuffle(SEED).take(IMAGES).repeat())
                .batch(BATCH)
                .open(resources, BatchMemoryAllocator.ofHost())) {
            for (int i = 0; i < IMAGES / BATCH; i++) {
                feed.next().close();
            }
            long start = System.nanoTime();
            long images = 0;
            do {
                try (var next = feed.next()) {
                    images += next.size();
                }
            } while (System.nanoTime() - start < SECONDS * 1e9);
            return 1e9 * images / (System.nanoTime() - start);
        }
    }

    private static double onDevice(
            DatasetSplit training,
            AugmentationSettings augmentation,
            Device device,
            int batch,
            PipelineResources resources) {
        var part = training.deviceAugmented().orElseThrow();
        var decoding = new Decoding.OnDevice(1);
        var layout = part.layout(decoding);
        var rows = part.drawn(augmentation, SEED, layout, decoding).rows();
        try (var feed = rows.over(all -> all.shuffle(SEED))
                        .batch(batch)
                        .open(resources.withAhead(Tunable.fixed(1)), PinnedMemory.toward(device));
                var first = feed.next()) {
            return JpegDecodeThroughput.of(device, layout, first.rows(), first.size(), part.host(), SECONDS);
        }
    }

    /** The part of all images that the device decodes so that workers are done with the others in the same time. */
    double share() {
        double share = onDevice / (onHost + onDevice);
        if (share < LEAST) {
            return 0;
        }
        return share > 1 - LEAST ? 1 : Math.round(100 * share) / 100.0;
    }

    @Override
    public String toString() {
        return "%,.0f images a second by workers, %,.0f by the device".formatted(onHost, onDevice);
    }
}
