package dev.stoker.job.plan.value;

import dev.stoker.image.transform.RandAugment;
import java.util.regex.Pattern;

/** RandAugment as a text: operations and magnitude, such as {@code 2:9}; {@code 0} disables it. */
public record RandAugmentOptions(int operations, double magnitude) {
    private static final Pattern TEXT = Pattern.compile("([1-9][0-9]?):([0-9]{1,2}(?:\\.[0-9]+)?)");
    private static final String EXPECTED =
            "operations and magnitude N:M, such as 2:9, with a magnitude of 0 to 30, or 0";

    public static RandAugmentOptions parse(String text) {
        if (text.equals("0")) {
            return new RandAugmentOptions(0, 0);
        }
        var numbers = TEXT.matcher(text);
        if (!numbers.matches() || Double.parseDouble(numbers.group(2)) > RandAugment.MAXIMUM) {
            throw new IllegalArgumentException(EXPECTED);
        }
        return new RandAugmentOptions(Integer.parseInt(numbers.group(1)), Double.parseDouble(numbers.group(2)));
    }

    public RandAugment transform() {
        return new RandAugment(operations, magnitude);
    }

    @Override
    public String toString() {
        return operations == 0 ? "0" : operations + ":" + magnitude;
    }
}
