package dev.stoker.image;

/** How bright a colour looks (ITU-R BT.601), as JPEG, OpenCV, Pillow and torchvision weigh it. */
final class Luma {
    static final double RED = 0.299;
    static final double GREEN = 0.587;
    static final double BLUE = 0.114;

    private Luma() {}

    static double of(double red, double green, double blue) {
        return RED * red + GREEN * green + BLUE * blue;
    }
}
