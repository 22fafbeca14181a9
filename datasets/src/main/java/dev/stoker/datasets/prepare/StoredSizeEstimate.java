package dev.stoker.datasets.prepare;

import java.util.List;

/** What becomes of image files, by trying it on some of them. */
final class StoredSizeEstimate {
    private static final int SAMPLED_IMAGES = 64;

    private StoredSizeEstimate() {}

    /** The settings with nothing left open. */
    static PreparationSettings settled(PreparationSettings settings, SourceScan source) {
        if (settings.cropReady() != CropReadyMode.AUTO) {
            return settings;
        }
        double growth = measured(settings.withCropReady(CropReadyMode.ON), source)
                / measured(settings.withCropReady(CropReadyMode.OFF), source);
        return settings.withCropReady(settings.cropReady().settled(growth));
    }

    /** What becomes of a byte: 1 where files are stored as they are; records are a little longer than what they hold. */
    static double of(PreparationSettings settings, SourceScan source) {
        return settings.reencodes() ? measured(settings, source) : 1;
    }

    private static double measured(PreparationSettings settings, SourceScan source) {
        var items = source.parts().values().stream().flatMap(List::stream).toList();
        long before = 0;
        long after = 0;
        try (var worker = new ImageRecordEncoder(settings, source.classes())) {
            for (int i = 0; i < Math.min(SAMPLED_IMAGES, items.size()); i++) {
                var item = items.get((int) ((long) i * items.size() / Math.min(SAMPLED_IMAGES, items.size())));
                if (worker.work(item) instanceof ImageRecordResult.Stored stored) {
                    before += item.size();
                    after += stored.example().length;
                }
            }
        }
        return before == 0 ? 1 : after / (double) before;
    }
}
