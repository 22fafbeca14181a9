package dev.stoker.datasets.card;

import dev.stoker.image.transform.CenterCrop;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.image.transform.Resize;
import dev.stoker.image.transform.ResizeShorterSide;
import dev.stoker.image.transform.ResizeToCover;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The transforms of evaluations as a list of JSON objects, such as {@code {"center_crop": [224, 224]}}. */
final class TransformText {
    private static final String SHORTER_SIDE = "resize_shorter_side";
    private static final String COVER = "resize_to_cover";
    private static final String RESIZE = "resize";
    private static final String CENTER_CROP = "center_crop";
    private static final String INTERPOLATION = "interpolation";

    private TransformText() {}

    static List<Map<String, Object>> of(TransformChain chain) {
        return chain.transforms().stream().map(TransformText::fields).toList();
    }

    private static Map<String, Object> fields(Transform transform) {
        var fields = new LinkedHashMap<String, Object>();
        switch (transform) {
            case ResizeShorterSide(int side, Interpolation interpolation) -> {
                fields.put(SHORTER_SIDE, List.of(side));
                fields.put(INTERPOLATION, word(interpolation));
            }
            case ResizeToCover(int height, int width, Interpolation interpolation) -> {
                fields.put(COVER, List.of(height, width));
                fields.put(INTERPOLATION, word(interpolation));
            }
            case Resize(int height, int width, Interpolation interpolation) -> {
                fields.put(RESIZE, List.of(height, width));
                fields.put(INTERPOLATION, word(interpolation));
            }
            case CenterCrop(int height, int width) -> fields.put(CENTER_CROP, List.of(height, width));
            default -> throw new IllegalArgumentException("%s is no transform of evaluations".formatted(transform));
        }
        return fields;
    }

    static TransformChain parse(List<CardFields> items) {
        return new TransformChain(items.stream().map(TransformText::transform).toList());
    }

    private static Transform transform(CardFields fields) {
        if (fields.has(SHORTER_SIDE)) {
            return new ResizeShorterSide(sides(fields, SHORTER_SIDE, 1).getFirst(), interpolation(fields));
        }
        if (fields.has(COVER)) {
            var sides = sides(fields, COVER, 2);
            return new ResizeToCover(sides.getFirst(), sides.getLast(), interpolation(fields));
        }
        if (fields.has(RESIZE)) {
            var sides = sides(fields, RESIZE, 2);
            return new Resize(sides.getFirst(), sides.getLast(), interpolation(fields));
        }
        if (fields.has(CENTER_CROP)) {
            var sides = sides(fields, CENTER_CROP, 2);
            return new CenterCrop(sides.getFirst(), sides.getLast());
        }
        throw new IllegalArgumentException("a transform is one of %s, %s, %s and %s, got %s"
                .formatted(
                        SHORTER_SIDE,
                        COVER,
                        RESIZE,
                        CENTER_CROP,
                        fields.fields().keySet()));
    }

    private static List<Integer> sides(CardFields fields, String name, int count) {
        var sides = fields.wholeNumbers(name);
        if (sides.size() != count) {
            throw new IllegalArgumentException("%s takes %d numbers, got %s".formatted(name, count, sides));
        }
        return sides;
    }

    private static Interpolation interpolation(CardFields fields) {
        String word = fields.text(INTERPOLATION);
        return Arrays.stream(Interpolation.values())
                .filter(each -> word(each).equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no interpolation '%s'".formatted(word)));
    }

    private static String word(Interpolation interpolation) {
        return interpolation.name().toLowerCase(Locale.ROOT);
    }
}
