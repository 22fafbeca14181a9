package dev.stoker.tensor.internal;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Tensor;

/** Pixel by pixel, on any device: the reference for the kernel. */
public final class AutogradSpaceToDepth implements SpaceToDepth {
    @Override
    public Tensor of(Tensor images, DataType type, int before, int down, int across) {
        long[] sizes = images.sizes();
        int channels = Math.toIntExact(sizes[1]);
        var blocks = Tensor.zeros(type, images.device(), sizes[0], down, across, CHANNELS);
        var map = blocks.permute(0, 3, 1, 2);
        for (int h = 0; h < sizes[2]; h++) {
            for (int w = 0; w < sizes[3]; w++) {
                int row = before + h / 2;
                int column = before + w / 2;
                if (row < down && column < across) {
                    long first = (2L * (h % 2) + w % 2) * channels;
                    map.narrow(1, first, channels)
                            .narrow(2, row, 1)
                            .narrow(3, column, 1)
                            .copyFrom(images.narrow(2, h, 1).narrow(3, w, 1));
                }
            }
        }
        return map;
    }
}
