package dev.stoker.datasets.catalog;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import dev.stoker.datasets.format.DatasetFormat;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a dataset consists of once it is downloaded. */
public sealed interface DatasetContent {
    /** The size of the files, or of what has to be downloaded for them. */
    Bytes size();

    /** Files of a known format, each of which is verified. */
    record BinaryFiles(DatasetFormat format, Shape shape, List<CatalogFile> files) implements DatasetContent {
        public BinaryFiles {
            files = List.copyOf(files);
            var names = files.stream().map(CatalogFile::name).toList();
            for (String needed : format.needed()) {
                if (!names.contains(needed)) {
                    throw new IllegalArgumentException(
                            "files must list %s, which %s requires".formatted(needed, format.key()));
                }
            }
        }

        @Override
        public Bytes size() {
            return new Bytes(
                    files.stream().mapToLong(file -> file.size().count()).sum());
        }
    }

    /**
     * Image files in archives, which become a folder per class in a folder per split. The archives are verified, not each
     * image.
     *
     * @param size of the downloads
     * @param classes how many there are
     * @param names of the classes by what the archives call them; none where these are names already
     * @param namesFile a file of the archives with such names, a tab between the two
     * @param inner archives inside the archives
     * @param splits by the name of the folder that they become, or the only one under {@link #WHOLE}
     */
    record ImageArchives(
            Bytes size,
            int classes,
            Map<String, String> names,
            Optional<String> namesFile,
            List<String> inner,
            Map<String, ImageSplit> splits)
            implements DatasetContent {

        /** The split of a dataset that is published without any: its classes are at the top of the folder. */
        public static final String WHOLE = "whole";

        public static final String TRAINING = "train";
        public static final String VALIDATION = "val";
        public static final String TEST = "test";

        public ImageArchives {
            names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
            inner = List.copyOf(inner);
            splits = Collections.unmodifiableMap(new LinkedHashMap<>(splits));
            if (classes < 2) {
                throw new IllegalArgumentException("classes must be at least 2, got " + classes);
            }
            if (!names.isEmpty() && names.size() != classes) {
                throw new IllegalArgumentException(
                        "names has %d classes, but classes is %d".formatted(names.size(), classes));
            }
            if (!splits.containsKey(TRAINING) && !splits.keySet().equals(Set.of(WHOLE))) {
                throw new IllegalArgumentException("splits needs train, or whole alone");
            }
        }
    }
}
