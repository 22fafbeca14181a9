package dev.stoker.image.internal.transform;

/**
 * Where each pixel of a result comes from: the one in column {@code u} and line {@code v} from column
 * {@code xx·u + xy·v + x} and line {@code yx·u + yy·v + y} of the source.
 */
record AffineMatrix(double xx, double xy, double x, double yx, double yy, double y) {

    /** Slants by {@code shear}, turns by {@code angle} (both in radians, clockwise), scales, and then moves. */
    static AffineMatrix about(
            double middleX, double middleY, double angle, double shear, double scale, double moveX, double moveY) {
        double cosine = StrictMath.cos(angle) * scale;
        double sine = StrictMath.sin(angle) * scale;
        double slant = StrictMath.tan(shear);
        return undoing(cosine, cosine * slant - sine, sine, sine * slant + cosine, middleX, middleY, moveX, moveY);
    }

    /** The map back from where the matrix (a b; c d) about the middle, and then a move, have taken the pixels. */
    private static AffineMatrix undoing(
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

    /** Slants sideways, the upper edge staying in place. */
    static AffineMatrix shearX(double slant) {
        return new AffineMatrix(1, slant, slant / 2, 0, 1, 0);
    }

    /** Slants downwards, the left edge staying in place. */
    static AffineMatrix shearY(double slant) {
        return new AffineMatrix(1, 0, 0, slant, 1, slant / 2);
    }

    static AffineMatrix move(double right, double down) {
        return new AffineMatrix(1, 0, -right, 0, 1, -down);
    }
}
