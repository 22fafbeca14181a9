package dev.stoker.telemetry.chart;

/**
 * How large a drawing is, in pixels, and what surrounds it.
 *
 * @param panel the height of an area between two axes
 * @param left the space for the labels of the vertical axis
 * @param titled whether the drawing shows its own title
 * @param name distinguishes the drawing from others of a page
 */
record DrawingSize(int width, int panel, int left, int right, boolean titled, String name) {
    /** A page or file of its own. */
    static final DrawingSize PAGE = new DrawingSize(960, 230, 84, 28, true, "");

    /** Half as wide, so that it is still legible on a phone. */
    static final DrawingSize CARD = new DrawingSize(480, 170, 58, 16, false, "");

    private static final int TITLES = 76;

    DrawingSize named(String name) {
        return new DrawingSize(width, panel, left, right, titled, name);
    }

    /** Where the drawing begins, after its titles. */
    int top() {
        return titled ? TITLES : 4;
    }

    /** The width of the area between two axes. */
    int across() {
        return width - left - right;
    }

    /** The number of labels that fit below the area. */
    int ticks() {
        return Math.max(2, across() / 70);
    }
}
