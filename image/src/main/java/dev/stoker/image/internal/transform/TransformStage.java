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
import dev.stoker.image.transform.ResizeToCover;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import java.util.ArrayList;
import java.util.List;

/** Geometric transforms that merge into one crop and resize, and the pixel transforms after them. */
record TransformStage(List<GeometricTransform> geometric, List<PixelTransform> pixel) {

    /** Splits a chain into as few stages as possible; there is at least one. */
    public static List<TransformStage> of(TransformChain chain) {
        var stages = new ArrayList<TransformStage>();
        var last = new TransformStage(new ArrayList<>(), new ArrayList<>());
        stages.add(last);
        for (var transform : chain.transforms()) {
            if (!last.takes(transform)) {
                last = new TransformStage(new ArrayList<>(), new ArrayList<>());
                stages.add(last);
            }
            switch (transform) {
                case GeometricTransform geometric -> last.geometric.add(geometric);
                case PixelTransform pixel -> last.pixel.add(pixel);
            }
        }
        return stages.stream()
                .map(stage -> new TransformStage(List.copyOf(stage.geometric), List.copyOf(stage.pixel)))
                .toList();
    }

    /** A crop or resize of pixels that were transformed or padded with black needs these pixels first. */
    private boolean takes(Transform transform) {
        return switch (transform) {
            case PixelTransform _ -> true;
            case GeometricTransform next ->
                pixel.isEmpty() && !(resizes(next) && geometric.stream().anyMatch(TransformStage::mayPad));
        };
    }

    private static boolean resizes(GeometricTransform transform) {
        return switch (transform) {
            case ResizeShorterSide _, ResizeToCover _, Resize _, RandomResizedCrop _ -> true;
            case CenterCrop _, RandomCrop _, RandomHorizontalFlip _, RandomVerticalFlip _ -> false;
        };
    }

    private static boolean mayPad(GeometricTransform transform) {
        return switch (transform) {
            case CenterCrop _, RandomCrop _ -> true;
            case ResizeShorterSide _,
                    ResizeToCover _,
                    Resize _,
                    RandomResizedCrop _,
                    RandomHorizontalFlip _,
                    RandomVerticalFlip _ -> false;
        };
    }

    CropAndResize compose(CropAndResize view, SeededRandom random) {
        for (int i = 0; i < geometric.size(); i++) {
            view = GeometricTransforms.apply(geometric.get(i), view, random);
        }
        return view;
    }

    void apply(MatImage canvas, SeededRandom random, Workspace workspace) {
        for (int i = 0; i < pixel.size(); i++) {
            PixelTransforms.apply(pixel.get(i), canvas, random, workspace);
        }
    }
}
