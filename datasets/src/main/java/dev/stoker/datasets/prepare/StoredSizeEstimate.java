package dev.stoker.datasets.prepare;

import java.util.List;

/** Estimates the stored size of images by encoding a sample of them. */
final class StoredSizeEstimate {
    private static final int SAMPLED_IMAGES = 64;

    private StoredSizeEstimate() {}

    /** The settings with {@link CropReadyMode#AUTO} resolved. */
    static PreparationSettings resolved(PreparationSettings settings, SourceScan source) {
        if (settings.cropReady() != CropReadyMode.AUTO) {
            return settings;
        }
        double growth = measured(settings.withCropReady(CropReadyMode.ON), source)
                / measured(settings.withCropReady(CropReadyMode.OFF), source);
        return settings.withCropReady(settings.cropReady().resolved(growth));
    }

    /** The stored size per byte of a source file; 1 if files are stored unchanged. */
    static double of(PreparationSettings settings, SourceScan source) {
        return settings.reencodes() ? measured(settings, source) : 1;
    }

    private static double measured(PreparationSettings settings, SourceScan source) {
        var images = source.splits().values().stream().flatMap(List::stream).toList();
        long before = 0;
        long after = 0;
        try (var encoder = new ImageRecordEncoder(settings, source.classes())) {
            for (int i = 0; i < Math.min(SAMPLED_IMAGES, images.size()); i++) {
                var image = images.get((int) ((long) i * images.size() / Math.min(SAMPLED_IMAGES, images.size())));
                if (encoder.encode(image) instanceof ImageRecordResult.Stored stored) {
                    before += image.size();
                    after += stored.example().length;
                }
            }
        }
        return before == 0 ? 1 : after / (double) before;
    }
}
