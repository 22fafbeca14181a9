package dev.stoker.job.plan.value;

import dev.stoker.image.transform.ParameterRange;
import java.util.regex.Pattern;

/** The aspect ratios of random crops as a text: the smallest and the largest width per height, such as {@code 0.75:1.3333}. */
public record CropRatio(double from, double to) {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]+)?):([0-9]{1,3}(?:\\.[0-9]+)?)");
    private static final double SMALLEST = 0.1;
    private static final double LARGEST = 10;

    public CropRatio {
        if (!(from >= SMALLEST && from <= to && to <= LARGEST)) {
            throw expected();
        }
    }

    public static CropRatio parse(String text) {
        var ends = TEXT.matcher(text);
        if (!ends.matches()) {
            throw expected();
        }
        return new CropRatio(Double.parseDouble(ends.group(1)), Double.parseDouble(ends.group(2)));
    }

    private static IllegalArgumentException expected() {
        return new IllegalArgumentException(
                "the smallest and the largest width per height, such as 0.75:1.33, from 0.1" + " to 10");
    }

    public ParameterRange range() {
        return new ParameterRange(from, to);
    }

    @Override
    public String toString() {
        return from + ":" + to;
    }
}
