package dev.stoker.image;

import dev.stoker.core.Draws;
import dev.stoker.core.PictureDemands;
import dev.stoker.core.PictureParameters;
import dev.stoker.core.Shape;
import java.lang.foreign.MemorySegment;

/** Draws what {@link RowPass} would draw, for recipes of one stage whose painting comes in the order of the parameters. */
record ParameterPass(Stage stage, Shape target, PictureDemands demands) implements DrawnRecipe {

    static ParameterPass of(Recipe recipe, Shape target) {
        if (target.channels() != 1 && target.channels() != 3) {
            throw new IllegalArgumentException("pictures have 1 or 3 channels, got " + target);
        }
        FinalSize.check(recipe, target);
        OnePass.check(recipe);
        return new ParameterPass(Stage.of(recipe).getFirst(), target, OnePass.demands(recipe));
    }

    @Override
    public void draw(int index, Shape source, Draws draws, MemorySegment parameters) {
        if (source.channels() != target.channels()) {
            throw new IllegalArgumentException(
                    "a picture of %s cannot become %s: channels stay as they are".formatted(source, target));
        }
        var view = stage.frame(View.whole(source.width(), source.height()), draws);
        if (view.width() != target.width() || view.height() != target.height()) {
            throw new BadPictureException(
                    "the recipe leaves it at %d×%d pixels, but rows hold %d×%d; add a resize or a crop"
                            .formatted(view.height(), view.width(), target.height(), target.width()));
        }
        var said = PictureParameters.begin(parameters).source(index);
        FrameParameters.say(view, source, said);
        paint(said, draws);
    }

    @Override
    public void paint(Draws draws, MemorySegment parameters) {
        paint(PictureParameters.continued(parameters), draws);
    }

    private void paint(PictureParameters said, Draws draws) {
        for (int i = 0; i < stage.painting().size(); i++) {
            paint(stage.painting().get(i), said, draws);
        }
    }

    private void paint(PaintingStep step, PictureParameters said, Draws draws) {
        switch (step) {
            case Rotate rotate ->
                turn(Warps.drawn(rotate, target.width(), target.height(), draws), rotate.fill(), said);
            case Affine affine ->
                turn(Warps.drawn(affine, target.width(), target.height(), draws), affine.fill(), said);
            case ColorJitter jitter -> jitter(jitter, said, draws);
            case Greyscale(double probability) -> {
                if (draws.nextDouble() < probability && isColoured()) {
                    said.grey();
                }
            }
            case Blur blur -> {
                double sigma = Filters.drawn(blur, draws);
                if (sigma > 0) {
                    said.blur(sigma);
                }
            }
            case RandomErasing erasing ->
                cut(Patches.drawn(erasing, target.width(), target.height(), draws), erasing.fill(), said);
            case Cutout cutout ->
                cut(Patches.drawn(cutout, target.width(), target.height(), draws), cutout.fill(), said);
            case RandAugment _ -> throw new IllegalStateException("RandAugment was refused before");
        }
    }

    private static void turn(AffineMap map, int fill, PictureParameters said) {
        said.turn(map.xx(), map.xy(), map.x(), map.yx(), map.yy(), map.y(), fill);
    }

    private void jitter(ColorJitter step, PictureParameters said, Draws draws) {
        int order = draws.nextInt(Colours.ORDERS);
        var adjustment = Colours.drawn(step, draws);
        for (int property : Colours.properties(order)) {
            switch (property) {
                case Colours.BRIGHTNESS -> brighten(adjustment.brightness(), said);
                case Colours.CONTRAST -> contrast(adjustment.contrast(), said);
                case Colours.SATURATION -> saturate(adjustment.saturation(), said);
                default -> turnHue(Colours.hueParts(adjustment.hue()), said);
            }
        }
    }

    private static void brighten(double factor, PictureParameters said) {
        if (factor != 1) {
            said.brighten(factor);
        }
    }

    private static void contrast(double factor, PictureParameters said) {
        if (factor != 1) {
            said.contrast(factor);
        }
    }

    private void saturate(double factor, PictureParameters said) {
        if (factor != 1 && isColoured()) {
            said.saturate(factor);
        }
    }

    private void turnHue(int parts, PictureParameters said) {
        if (parts != 0 && isColoured()) {
            said.turnHue(parts);
        }
    }

    private boolean isColoured() {
        return target.channels() == 3;
    }

    private static void cut(Patch patch, int fill, PictureParameters said) {
        if (!patch.isEmpty()) {
            said.cut(patch.left(), patch.top(), patch.right(), patch.bottom(), fill);
        }
    }
}
