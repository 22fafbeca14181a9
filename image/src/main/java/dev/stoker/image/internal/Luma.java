package dev.stoker.image.internal;

/** The luma of a color (ITU-R BT.601), with the weights of JPEG, OpenCV, Pillow and torchvision. */
public final class Luma {
    public static final double RED = 0.299;
    public static final double GREEN = 0.587;
    public static final double BLUE = 0.114;

    private Luma() {}

    public static double of(double red, double green, double blue) {
        return RED * red + GREEN * green + BLUE * blue;
    }
}
