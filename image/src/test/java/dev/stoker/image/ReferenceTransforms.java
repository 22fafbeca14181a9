package dev.stoker.image;

/** The transforms, implemented as plainly as possible. */
public final class ReferenceTransforms {
    private ReferenceTransforms() {}

    public static Pixels crop(Pixels source, int left, int top, int width, int height) {
        return Pixels.of(height, width, source.channels(), (y, x, channel) -> {
            int fromY = y + top;
            int fromX = x + left;
            boolean inside = fromY >= 0 && fromY < source.height() && fromX >= 0 && fromX < source.width();
            return inside ? source.at(fromY, fromX, channel) : 0;
        });
    }

    public static Pixels flip(Pixels source) {
        return Pixels.of(
                source.height(),
                source.width(),
                source.channels(),
                (y, x, channel) -> source.at(y, source.width() - 1 - x, channel));
    }

    public static Pixels flipVertically(Pixels source) {
        return Pixels.of(
                source.height(),
                source.width(),
                source.channels(),
                (y, x, channel) -> source.at(source.height() - 1 - y, x, channel));
    }

    public static Pixels transpose(Pixels source) {
        return Pixels.of(
                source.width(), source.height(), source.channels(), (y, x, channel) -> source.at(x, y, channel));
    }

    /** Linear between pixel centers, edges repeated. */
    public static Pixels resizeLinear(Pixels source, int height, int width) {
        double scaleY = (double) source.height() / height;
        double scaleX = (double) source.width() / width;
        return Pixels.of(
                height,
                width,
                source.channels(),
                (y, x, channel) -> between(source, (y + 0.5) * scaleY - 0.5, (x + 0.5) * scaleX - 0.5, channel, -1));
    }

    /** The mean over the area that each pixel covers. */
    public static Pixels resizeArea(Pixels source, int height, int width) {
        double scaleY = (double) source.height() / height;
        double scaleX = (double) source.width() / width;
        return Pixels.of(height, width, source.channels(), (y, x, channel) -> {
            double sum = 0;
            for (int fromY = (int) (y * scaleY);
                    fromY < Math.min(source.height(), Math.ceil((y + 1) * scaleY));
                    fromY++) {
                double high = Math.min(fromY + 1, (y + 1) * scaleY) - Math.max(fromY, y * scaleY);
                for (int fromX = (int) (x * scaleX);
                        fromX < Math.min(source.width(), Math.ceil((x + 1) * scaleX));
                        fromX++) {
                    double wide = Math.min(fromX + 1, (x + 1) * scaleX) - Math.max(fromX, x * scaleX);
                    sum += high * wide * source.at(fromY, fromX, channel);
                }
            }
            return sum / (scaleX * scaleY);
        });
    }

    /** The inverse warp of the matrix ((a b) (c d)), applied about the center and then translated. */
    public static Pixels warp(Pixels source, double[] matrix, double right, double down, int fill) {
        double determinant = matrix[0] * matrix[3] - matrix[1] * matrix[2];
        double middleY = (source.height() - 1) / 2.0;
        double middleX = (source.width() - 1) / 2.0;
        return Pixels.of(source.height(), source.width(), source.channels(), (y, x, channel) -> {
            double offX = x - middleX - right;
            double offY = y - middleY - down;
            double fromX = middleX + (matrix[3] * offX - matrix[1] * offY) / determinant;
            double fromY = middleY + (matrix[0] * offY - matrix[2] * offX) / determinant;
            return between(source, fromY, fromX, channel, fill);
        });
    }

    /** Linear between four pixels; outside there is the fill, or the nearest pixel where the fill is negative. */
    private static double between(Pixels source, double y, double x, int channel, int fill) {
        int top = (int) Math.floor(y);
        int left = (int) Math.floor(x);
        double down = y - top;
        double right = x - left;
        return (1 - down) * (1 - right) * bounded(source, top, left, channel, fill)
                + (1 - down) * right * bounded(source, top, left + 1, channel, fill)
                + down * (1 - right) * bounded(source, top + 1, left, channel, fill)
                + down * right * bounded(source, top + 1, left + 1, channel, fill);
    }

    private static double bounded(Pixels source, int y, int x, int channel, int fill) {
        int nearY = Math.clamp(y, 0, source.height() - 1);
        int nearX = Math.clamp(x, 0, source.width() - 1);
        return fill >= 0 && (nearY != y || nearX != x) ? fill : source.at(nearY, nearX, channel);
    }

    public static Pixels gray(Pixels source, int channels) {
        return Pixels.of(source.height(), source.width(), channels, (y, x, _) -> luma(source, y, x));
    }

    public static double luma(Pixels source, int y, int x) {
        return source.channels() == 1
                ? source.at(y, x, 0)
                : 0.299 * source.at(y, x, 0) + 0.587 * source.at(y, x, 1) + 0.114 * source.at(y, x, 2);
    }

    /** A weighted mean of two images, rounded to bytes. */
    public static Pixels blend(Pixels one, Pixels other, double weight) {
        return Pixels.of(
                one.height(),
                one.width(),
                one.channels(),
                (y, x, channel) -> Math.clamp(
                        Math.rint(weight * one.at(y, x, channel) + (1 - weight) * other.at(y, x, channel)), 0, 255));
    }

    public static Pixels constant(Pixels like, double value) {
        return Pixels.of(like.height(), like.width(), like.channels(), (_, _, _) -> value);
    }

    /** Rotates the hue by a share of the circle and keeps value and saturation. */
    public static Pixels hue(Pixels source, double share) {
        return Pixels.of(source.height(), source.width(), 3, (y, x, channel) -> {
            var hsb = java.awt.Color.RGBtoHSB(
                    source.byteAt(y, x, 0), source.byteAt(y, x, 1), source.byteAt(y, x, 2), null);
            int rgb = java.awt.Color.HSBtoRGB((float) (hsb[0] + share), hsb[1], hsb[2]);
            return rgb >> (16 - 8 * channel) & 255;
        });
    }

    /** A Gaussian in two dimensions, reflected at the edges without repeating the outermost pixel. */
    public static Pixels blur(Pixels source, double sigma) {
        int reach = (int) Math.ceil(4 * sigma);
        return Pixels.of(source.height(), source.width(), source.channels(), (y, x, channel) -> {
            double sum = 0;
            double weights = 0;
            for (int down = -reach; down <= reach; down++) {
                for (int right = -reach; right <= reach; right++) {
                    double weight = Math.exp(-(down * down + right * right) / (2 * sigma * sigma));
                    sum += weight
                            * source.at(
                                    reflect(y + down, source.height()), reflect(x + right, source.width()), channel);
                    weights += weight;
                }
            }
            return sum / weights;
        });
    }

    private static int reflect(int place, int size) {
        int inside = Math.abs(place);
        return inside < size ? inside : 2 * (size - 1) - inside;
    }
}
