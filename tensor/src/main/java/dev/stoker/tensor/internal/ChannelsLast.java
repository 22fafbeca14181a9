package dev.stoker.tensor.internal;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;

/** Images in channels-last layout, with uninitialized memory. */
public final class ChannelsLast {
    private ChannelsLast() {}

    public static Tensor empty(DataType type, Device device, long images, long channels, long height, long width) {
        var rows = Tensor.empty(type, device, images, height, width, channels);
        var map = rows.permute(0, 3, 1, 2);
        rows.release();
        return map;
    }

    public static Tensor emptyLike(Tensor x) {
        long[] sizes = x.sizes();
        return empty(x.type(), x.device(), sizes[0], sizes[1], sizes[2], sizes[3]);
    }
}
