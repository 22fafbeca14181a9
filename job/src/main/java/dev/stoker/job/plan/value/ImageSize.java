package dev.stoker.job.plan.value;

import java.util.regex.Pattern;

/** The size of images as a text: the side of a square, such as {@code 224}, or height and width, such as {@code 224x320}. */
public record ImageSize(int height, int width) {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,6})(?:x([0-9]{1,6}))?");
    private static final String EXPECTED = "8 to 4096, or height and width such as 224x320";
    private static final int SMALLEST = 8;
    private static final int LARGEST = 4096;

    public ImageSize {
        if (Math.min(height, width) < SMALLEST || Math.max(height, width) > LARGEST) {
            throw new IllegalArgumentException(EXPECTED);
        }
    }

    public static ImageSize square(int side) {
        return new ImageSize(side, side);
    }

    public static ImageSize parse(String text) {
        var sides = TEXT.matcher(text);
        if (!sides.matches()) {
            throw new IllegalArgumentException(EXPECTED);
        }
        int height = Integer.parseInt(sides.group(1));
        return new ImageSize(height, sides.group(2) == null ? height : Integer.parseInt(sides.group(2)));
    }

    public boolean isSquare() {
        return height == width;
    }

    @Override
    public String toString() {
        return isSquare() ? Integer.toString(height) : height + "x" + width;
    }
}
