package dev.stoker.job;

import dev.stoker.core.Seed;
import dev.stoker.data.Resources;
import dev.stoker.datasets.Augmentation;
import dev.stoker.datasets.TravellingPart;
import dev.stoker.tensor.DecodingSpeed;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.PageLockedMemory;

/** Tries how fast a device decodes some of the pictures that it would be trained with. */
public final class DecodingTrial {
    private static final Seed SEED = new Seed(1);

    private DecodingTrial() {}

    /** Decodes {@code pictures} of them again and again for some seconds; damaged ones are left out. */
    public static DecodingSpeed run(TravellingPart part, Device device, int pictures, double seconds) {
        var decoding = new TravellingPart.Decoding.OnDevice(1);
        var layout = part.layout(decoding);
        var rows = part.drawn(Augmentation.USUAL, SEED, layout, decoding).rows();
        try (var feed = rows.over(all -> all.shuffle(SEED))
                        .batch(pictures)
                        .skipCorrupt(pictures)
                        .open(Resources.auto(), PageLockedMemory.towards(device));
                var batch = feed.next()) {
            return DecodingSpeed.of(device, layout, batch.rows(), batch.size(), part.host(), seconds);
        }
    }
}
