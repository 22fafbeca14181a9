package dev.stoker.datasets.internal.image;

import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.image.HostImages;
import dev.stoker.data.SampleSource;
import java.lang.foreign.MemorySegment;

/** Images in memory as pixels, of which a device gets a copy. */
record InMemoryHostImages(SampleSource source, AugmentationRequirements requirements) implements HostImages {
    @Override
    public void copyPixels(MemorySegment pixels) {
        long bytes = source.shape().bytes();
        for (int i = 0; i < source.size(); i++) {
            MemorySegment.copy(source.sample(i), 0, pixels, i * bytes, bytes);
        }
    }
}
