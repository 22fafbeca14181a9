package dev.stoker.image;

import dev.stoker.core.Draws;
import java.util.ArrayList;
import java.util.List;

/** Framing steps that become one view, and the painting steps on what it shows. */
record Stage(List<FramingStep> framing, List<PaintingStep> painting) {

    /** Cuts a recipe into as few stages as possible; there is always one. */
    static List<Stage> of(Recipe recipe) {
        var stages = new ArrayList<Stage>();
        var last = new Stage(new ArrayList<>(), new ArrayList<>());
        stages.add(last);
        for (var step : recipe.steps()) {
            if (!last.takes(step)) {
                last = new Stage(new ArrayList<>(), new ArrayList<>());
                stages.add(last);
            }
            switch (step) {
                case FramingStep framing -> last.framing.add(framing);
                case PaintingStep painting -> last.painting.add(painting);
            }
        }
        return stages.stream()
                .map(stage -> new Stage(List.copyOf(stage.framing), List.copyOf(stage.painting)))
                .toList();
    }

    /** Pixels that are painted, or surrounded by black, must exist before they are framed or resized anew. */
    private boolean takes(Step step) {
        return switch (step) {
            case PaintingStep _ -> true;
            case FramingStep next ->
                painting.isEmpty() && !(resizes(next) && framing.stream().anyMatch(Stage::mayAddBlack));
        };
    }

    private static boolean resizes(FramingStep step) {
        return switch (step) {
            case ResizeShorterSide _, ResizeTo _, RandomResizedCrop _ -> true;
            case CenterCrop _, PaddedRandomCrop _, HorizontalFlip _, VerticalFlip _ -> false;
        };
    }

    private static boolean mayAddBlack(FramingStep step) {
        return switch (step) {
            case CenterCrop _, PaddedRandomCrop _ -> true;
            case ResizeShorterSide _, ResizeTo _, RandomResizedCrop _, HorizontalFlip _, VerticalFlip _ -> false;
        };
    }

    View frame(View view, Draws draws) {
        for (int i = 0; i < framing.size(); i++) {
            view = Framing.apply(framing.get(i), view, draws);
        }
        return view;
    }

    void paint(Picture canvas, Draws draws, Scratch scratch) {
        for (int i = 0; i < painting.size(); i++) {
            Painting.apply(painting.get(i), canvas, draws, scratch);
        }
    }
}
