package dev.stoker.datasets.prepare;

import java.util.List;

/** What becomes of a byte of a picture file, by trying it on some of them. */
final class Growth {
    private static final int TRIED = 64;

    private Growth() {}

    /** 1 where files are stored as they are; records are a little longer than what they hold. */
    static double of(PreparationSettings settings, PictureSource source) {
        if (!settings.reworks()) {
            return 1;
        }
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
