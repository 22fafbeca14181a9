package dev.stoker.image.internal.transform;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.transform.CenterCrop;
import dev.stoker.image.transform.GeometricTransform;
import dev.stoker.image.transform.PixelTransform;
import dev.stoker.image.transform.RandomCrop;
import dev.stoker.image.transform.RandomHorizontalFlip;
import dev.stoker.image.transform.RandomResizedCrop;
import dev.stoker.image.transform.RandomVerticalFlip;
import dev.stoker.image.transform.Resize;
import dev.stoker.image.transform.ResizeShorterSide;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import java.util.ArrayList;
import java.util.List;

/** Framing steps that become one view, and the painting steps on what it shows. */
record TransformStage(List<GeometricTransform> framing, List<PixelTransform> painting) {

    /** Cuts a recipe into as few stages as possible; there is always one. */
    public static List<TransformStage> of(TransformChain chain) {
        var stages = new ArrayList<TransformStage>();
        var last = new TransformStage(new ArrayList<>(), new ArrayList<>());
        stages.add(last);
        for (var step : chain.steps()) {
            if (!last.takes(step)) {
                last = new TransformStage(new ArrayList<>(), new ArrayList<>());
                stages.add(last);
            }
            switch (step) {
                case GeometricTransform framing -> last.framing.add(framing);
                case PixelTransform painting -> last.painting.add(painting);
            }
        }
        return stages.stream()
                .map(stage -> new TransformStage(List.copyOf(stage.framing), List.copyOf(stage.painting)))
                .toList();
    }

    /** Pixels that are painted, or surrounded by black, must exist before they are framed or resized anew. */
    private boolean takes(Transform step) {
        return switch (step) {
            case PixelTransform _ -> true;
            case GeometricTransform next ->
                painting.isEmpty() && !(resizes(next) && framing.stream().anyMatch(TransformStage::mayPad));
        };
    }

    private static boolean resizes(GeometricTransform step) {
        return switch (step) {
            case ResizeShorterSide _, Resize _, RandomResizedCrop _ -> true;
            case CenterCrop _, RandomCrop _, RandomHorizontalFlip _, RandomVerticalFlip _ -> false;
        };
    }

    private static boolean mayPad(GeometricTransform step) {
        return switch (step) {
            case CenterCrop _, RandomCrop _ -> true;
            case ResizeShorterSide _, Resize _, RandomResizedCrop _, RandomHorizontalFlip _, RandomVerticalFlip _ ->
                false;
        };
    }

    CropAndResize frame(CropAndResize view, SeededRandom draws) {
        for (int i = 0; i < framing.size(); i++) {
            view = GeometricTransforms.apply(framing.get(i), view, draws);
        }
        return view;
    }

    void paint(MatImage canvas, SeededRandom draws, Workspace workspace) {
        for (int i = 0; i < painting.size(); i++) {
            PixelTransforms.apply(painting.get(i), canvas, draws, workspace);
        }
    }
}
