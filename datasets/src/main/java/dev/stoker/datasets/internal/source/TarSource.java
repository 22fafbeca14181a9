package dev.stoker.datasets.internal.source;

import dev.stoker.core.StokerException;
import dev.stoker.data.file.FileRanges;
import dev.stoker.datasets.ImageSourceSettings;
import dev.stoker.datasets.internal.file.ClassNames;
import dev.stoker.datasets.internal.image.EncodedImageReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tars in the format of WebDataset: files of one name with different endings are one sample. */
final class TarSource {
    private TarSource() {}

    static boolean accepts(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith(".tar");
    }

    static ImageParts open(Path origin, PartFiles files, ImageSourceSettings settings) {
        Map<Part, List<TarSample>> parts = new EnumMap<>(Part.class);
        files.byPart().forEach((part, tars) -> parts.put(part, samples(tars, settings)));
        var occurring = new LinkedHashSet<String>();
        parts.getOrDefault(Part.TRAINING, List.of()).forEach(sample -> occurring.add(sample.label()));
        var classes = ClassLabels.of(files.folder(), origin.toString(), occurring);
        var readers = new EnumMap<Part, EncodedImageReader>(Part.class);
        parts.forEach((part, samples) -> readers.put(part, reader(files.files(part), samples, classes)));
        var names = files.folder().resolve(ClassNames.FILE_NAME);
        return new ImageParts(
                origin.toString(),
                files.folder(),
                classes.names(),
                readers,
                Files.exists(names) ? List.of(names) : List.of());
    }

    private static List<TarSample> samples(List<Path> tars, ImageSourceSettings settings) {
        var samples = new ArrayList<TarSample>();
        for (int i = 0; i < tars.size(); i++) {
            new TarSampleScan(tars.get(i), i, settings.labelFeature(), samples::add).run();
        }
        if (samples.isEmpty()) {
            throw new StokerException("%s holds no images (jpg, jpeg, png, webp, bmp, gif)%s"
                    .formatted(tars.getFirst(), tars.size() == 1 ? "" : ", nor do the tars beside it"));
        }
        return samples;
    }

    private static EncodedImageReader reader(List<Path> tars, List<TarSample> samples, ClassLabels classes) {
        int[] labels = new int[samples.size()];
        for (int i = 0; i < labels.length; i++) {
            var sample = samples.get(i);
            labels[i] = classes.label(sample.label())
                    .orElseThrow(() -> new StokerException("%s, %s: %s; correct it, or name all classes in %s"
                            .formatted(
                                    tars.get(sample.tar()),
                                    sample.name(),
                                    classes.problem(sample.label()),
                                    tars.getFirst().resolveSibling(ClassNames.FILE_NAME))));
        }
        return new TarImages(FileRanges.of(tars), samples, labels);
    }
}
