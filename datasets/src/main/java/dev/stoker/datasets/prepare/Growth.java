package dev.stoker.datasets.prepare;

import java.util.List;

/** What becomes of picture files, by trying it on some of them. */
final class Growth {
    private static final int TRIED = 64;

    private Growth() {}

    /** The settings with nothing left open. */
    static PreparationSettings settled(PreparationSettings settings, PictureSource source) {
        if (settings.cropReady() != CropReadiness.AUTO) {
            return settings;
        }
        double growth = measured(settings.withCropReady(CropReadiness.ON), source)
                / measured(settings.withCropReady(CropReadiness.OFF), source);
        return settings.withCropReady(settings.cropReady().settled(growth));
    }

    /** What becomes of a byte: 1 where files are stored as they are; records are a little longer than what they hold. */
    static double of(PreparationSettings settings, PictureSource source) {
        return settings.reworks() ? measured(settings, source) : 1;
    }

    private static double measured(PreparationSettings settings, PictureSource source) {
        var items = source.parts().values().stream().flatMap(List::stream).toList();
        long before = 0;
        long after = 0;
        try (var worker = new PictureWorker(settings, source.classes())) {
            for (int i = 0; i < Math.min(TRIED, items.size()); i++) {
                var item = items.get((int) ((long) i * items.size() / Math.min(TRIED, items.size())));
                if (worker.work(item) instanceof Outcome.Stored stored) {
                    before += item.size();
                    after += stored.example().length;
                }
            }
        }
        return before == 0 ? 1 : after / (double) before;
    }
}
