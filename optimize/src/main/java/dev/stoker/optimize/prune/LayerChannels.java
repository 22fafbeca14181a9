package dev.stoker.optimize.prune;

import java.util.Arrays;

/**
 * Which channels a layer with weights reads and writes, one for each input and output; those of a flattened image come once for each
 * pixel.
 *
 * @param own whether outputs are channels of its own, as those of a convolution that is not depthwise
 */
record LayerChannels(int[] in, int[] out, boolean own) {
    /** Places of inputs or outputs that are kept. */
    static int[] kept(int[] channels, boolean[] removed) {
        int[] places = new int[channels.length];
        int count = 0;
        for (int i = 0; i < channels.length; i++) {
            if (!removed[channels[i]]) {
                places[count++] = i;
            }
        }
        return Arrays.copyOf(places, count);
    }
}
