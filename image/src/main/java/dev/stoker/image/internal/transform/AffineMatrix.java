package dev.stoker.image.internal.transform;

/**
 * The inverse map of a warp: the pixel in column {@code u} and row {@code v} of the result comes from column
 * {@code xx·u + xy·v + x} and row {@code yx·u + yy·v + y} of the source.
 */
record AffineMatrix(double xx, double xy, double x, double yx, double yy, double y) {

    /** Shears by {@code shear}, rotates by {@code angle} (both in radians, clockwise), scales, and then translates. */
    static AffineMatrix about(
            double middleX, double middleY, double angle, double shear, double scale, double moveX, double moveY) {
        double cosine = StrictMath.cos(angle) * scale;
        double sine = StrictMath.sin(angle) * scale;
        double slant = StrictMath.tan(shear);
        return inverse(cosine, cosine * slant - sine, sine, sine * slant + cosine, middleX, middleY, moveX, moveY);
    }

    /** The inverse of the matrix (a b; c d) about the center, followed by a translation. */
    private static AffineMatrix inverse(
            double a, double b, double c, double d, double middleX, double middleY, double moveX, double moveY) {
        double determinant = a * d - b * c;
        double xx = d / determinant;
        double xy = -b / determinant;
        double yx = -c / determinant;
        double yy = a / determinant;
        double fromX = middleX + moveX;
        double fromY = middleY + moveY;
        return new AffineMatrix(xx, xy, middleX - xx * fromX - xy * fromY, yx, yy, middleY - yx * fromX - yy * fromY);
    }

    /** Shears horizontally; the upper edge stays in place. */
    static AffineMatrix shearX(double slant) {
        return new AffineMatrix(1, slant, slant / 2, 0, 1, 0);
    }

    /** Shears vertically; the left edge stays in place. */
    static AffineMatrix shearY(double slant) {
        return new AffineMatrix(1, 0, 0, slant, 1, slant / 2);
    }

    static AffineMatrix translation(double right, double down) {
        return new AffineMatrix(1, 0, -right, 0, 1, -down);
    }
}
