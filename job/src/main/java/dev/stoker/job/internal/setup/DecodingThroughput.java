package dev.stoker.job.internal.setup;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Tunable;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.hardware.CoreShare;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.tensor.jpeg.JpegDecodeThroughput;

/**
 * Measures for a fraction of a second how many training images per second CPU workers decode and augment, and how many a device
 * decodes, within the budgets of the plan. Reading from storage hardly counts on either side: the images are few and read before.
 *
 * @param onHost images per second of all workers together
 * @param onDevice images per second of the device while it does nothing else
 */
record DecodingThroughput(double onHost, double onDevice) {
    private static final Seed SEED = new Seed(1);
    private static final double SECONDS = 0.3;
    private static final int BATCH = 64;

    /** Few enough to never take many gigabytes. */
    private static final int IMAGES = 256;

    /** A smaller share is not worth splitting the work: CPU workers that did 17 % beside an H200 kept it waiting. */
    private static final double MIN_SHARE = 0.25;

    static DecodingThroughput of(
            DatasetSplit training,
            ImageRoute.DeviceDecoded route,
            AugmentationSettings augmentation,
            Device device,
            Plan plan,
            PipelineResources resources) {
        int workers = plan.inputPipeline().workers().orElseGet(CoreShare::cores);
        return new DecodingThroughput(
                onHost(training, augmentation, resources.withWorkers(Tunable.fixed(workers))),
                onDevice(
                        training,
                        route,
                        augmentation,
                        device,
                        Math.min(plan.training().batchSize(), IMAGES),
                        resources));
    }

    private static double onHost(
            DatasetSplit training, AugmentationSettings augmentation, PipelineResources resources) {
        try (var feed = training.trainingRows(augmentation, SEED)
                .withElements(all -> all.shuffle(SEED).take(IMAGES).repeat())
                .batch(BATCH)
                .open(resources, BatchMemoryAllocator.host())) {
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
            ImageRoute.DeviceDecoded route,
            AugmentationSettings augmentation,
            Device device,
            int batch,
            PipelineResources resources) {
        var rows = training.trainingRows(route, augmentation, SEED);
        try (var feed = rows.rows()
                        .withElements(all -> all.shuffle(SEED))
                        .batch(batch)
                        .open(resources.withPrefetch(Tunable.fixed(1)), PinnedMemory.forDevice(device));
                var first = feed.next()) {
            return JpegDecodeThroughput.of(device, route.layout(), first.rows(), first.size(), rows.images(), SECONDS);
        }
    }

    /** The share of the images for the device with which CPU workers are done with the others in the same time. */
    double share() {
        double share = onDevice / (onHost + onDevice);
        if (share < MIN_SHARE) {
            return 0;
        }
        return share > 1 - MIN_SHARE ? 1 : Math.round(100 * share) / 100.0;
    }

    @Override
    public String toString() {
        return "%,.0f images/s by CPU workers, %,.0f by the device".formatted(onHost, onDevice);
    }
}
