package dev.stoker.job.plan.value;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A number for each channel as a text, such as {@code 0.485,0.456,0.406}; {@code dataset} for those of the dataset, and
 * {@code auto} for those of the training images, which are then measured.
 */
public sealed interface ChannelValues {
    /** As the dataset has them. */
    record OfDataset() implements ChannelValues {
        @Override
        public String toString() {
            return "dataset";
        }
    }

    /** To be measured. */
    record Measured() implements ChannelValues {
        @Override
        public String toString() {
            return "auto";
        }
    }

    record Given(List<Double> values) implements ChannelValues {
        public Given {
            values = List.copyOf(values);
        }

        @Override
        public String toString() {
            return values.stream().map(String::valueOf).collect(Collectors.joining(","));
        }
    }

    /** At most three numbers, as images have at most three channels. */
    Pattern NUMBERS = Pattern.compile("-?[0-9]+(\\.[0-9]+)?(E-?[0-9]+)?(,-?[0-9]+(\\.[0-9]+)?(E-?[0-9]+)?){0,2}");

    static ChannelValues parse(String text) {
        return switch (text) {
            case "dataset" -> new OfDataset();
            case "auto" -> new Measured();
            default -> given(text);
        };
    }

    private static Given given(String text) {
        if (!NUMBERS.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "a number for each channel such as 0.485,0.456,0.406, auto to measure them, or dataset");
        }
        return new Given(Arrays.stream(text.split(",", -1)).map(Double::valueOf).toList());
    }
}
