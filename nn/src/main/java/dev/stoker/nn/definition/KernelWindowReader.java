package dev.stoker.nn.definition;

import dev.stoker.core.config.ConfigArguments;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.nn.layer.KernelWindow;
import java.util.Optional;

/** Reads the kernel, stride and padding of a convolution or pooling. */
final class KernelWindowReader {
    private KernelWindowReader() {}

    static KernelWindow read(ConfigArguments arguments) {
        var size = pair("kernel", arguments).orElseThrow(() -> arguments.error("the key 'kernel' is missing"));
        int stride = arguments.integer("stride").orElse(1);
        if (arguments.node("padding").filter(KernelWindowReader::isSame).isPresent()) {
            return new KernelWindow(size[0], size[1], stride, size[0] / 2, size[1] / 2);
        }
        var padding = pair("padding", arguments).orElse(new int[2]);
        return new KernelWindow(size[0], size[1], stride, padding[0], padding[1]);
    }

    private static boolean isSame(ConfigNode tree) {
        return tree instanceof ConfigNode.Scalar(String text, int _) && text.equals("same");
    }

    /** One number for both, or one for height and one for width. */
    private static Optional<int[]> pair(String key, ConfigArguments arguments) {
        return arguments.integers(key).map(numbers -> switch (numbers.size()) {
            case 1 -> new int[] {numbers.getFirst(), numbers.getFirst()};
            case 2 -> new int[] {numbers.getFirst(), numbers.getLast()};
            default ->
                throw arguments.error(
                        "%s must be one number, or two for height and width, got %s".formatted(key, numbers));
        });
    }
}
