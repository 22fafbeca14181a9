package dev.stoker.datasets.catalog;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import dev.stoker.datasets.format.DatasetFormat;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The description of one dataset in a catalog; {@code origins} are tried in this order.
 *
 * @param validation the number of images in the validation split, and 0 where there is none, as for {@code test}
 * @param classes their names, where the content does not name them itself
 */
public record CatalogEntry(
        String name,
        String title,
        DatasetContent content,
        int training,
        int validation,
        int test,
        boolean flip,
        String license,
        List<String> classes,
        List<DatasetOrigin> origins) {

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

    public CatalogEntry {
        classes = List.copyOf(classes);
        origins = List.copyOf(origins);
        check(
                NAME.matcher(name).matches(),
                "a dataset's name has small letters, digits, dots, dashes and underscores, got '%s'".formatted(name));
        check(training >= 1, "training must be at least 1, got " + training);
        switch (content) {
            case DatasetContent.BinaryFiles binary -> {
                check(test >= 1, "test must be at least 1, got " + test);
                check(
                        classes.size() >= 2 && new HashSet<>(classes).size() == classes.size(),
                        "classes must be two or more different names");
                check(
                        binary.files().stream().allMatch(file -> file.checksum().isPresent())
                                || origins.stream().allMatch(CatalogEntry::isVerified),
                        "files without an md5 or sha256 need an origin that has one");
            }
            case DatasetContent.ImageArchives _ ->
                check(
                        origins.stream()
                                .allMatch(origin -> isVerified(origin) || origin instanceof DatasetOrigin.LocalCopy),
                        "archives need an md5 or sha256");
        }
    }

    /** A dataset of files of a known format. */
    public CatalogEntry(
            String name,
            String title,
            DatasetFormat format,
            Shape shape,
            int training,
            int test,
            boolean flip,
            String license,
            List<String> classes,
            List<CatalogFile> files,
            List<DatasetOrigin> origins) {
        this(
                name,
                title,
                new DatasetContent.BinaryFiles(format, shape, files),
                training,
                0,
                test,
                flip,
                license,
                classes,
                origins);
    }

    /** Whether downloads from there are verified; package managers verify packages themselves. */
    private static boolean isVerified(DatasetOrigin origin) {
        return switch (origin) {
            case DatasetOrigin.Https(List<DatasetOrigin.Download> downloads) ->
                downloads.stream().allMatch(download -> download.checksum().isPresent());
            case DatasetOrigin.NpmPackage _, DatasetOrigin.DebianPackage _ -> true;
            case DatasetOrigin.LocalCopy _ -> false;
        };
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** The files of a known format; none where there are images. */
    public List<CatalogFile> files() {
        return switch (content) {
            case DatasetContent.BinaryFiles binary -> binary.files();
            case DatasetContent.ImageArchives _ -> List.of();
        };
    }

    public int classCount() {
        return switch (content) {
            case DatasetContent.BinaryFiles _ -> classes.size();
            case DatasetContent.ImageArchives images -> images.classes();
        };
    }

    /** The number of images in all splits. */
    public int images() {
        return training + validation + test;
    }

    public Bytes size() {
        return content.size();
    }

    /** This entry as it was downloaded: from one origin, with the checksums that were computed. */
    public CatalogEntry fetchedFrom(List<CatalogFile> found, DatasetOrigin from) {
        var verified = switch (content) {
            case DatasetContent.BinaryFiles(DatasetFormat format, Shape shape, var _) ->
                new DatasetContent.BinaryFiles(format, shape, found);
            case DatasetContent.ImageArchives images -> images;
        };
        return new CatalogEntry(
                name, title, verified, training, validation, test, flip, license, classes, List.of(from));
    }

    /** This entry with the numbers of images that were found. */
    public CatalogEntry withImages(int inTraining, int inValidation, int inTest) {
        return new CatalogEntry(
                name, title, content, inTraining, inValidation, inTest, flip, license, classes, origins);
    }
}
