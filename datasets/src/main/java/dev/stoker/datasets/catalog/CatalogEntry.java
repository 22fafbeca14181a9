package dev.stoker.datasets.catalog;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import dev.stoker.datasets.format.DatasetFormat;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/** The description of one dataset in a catalog; {@code origins} are tried in this order. */
public record CatalogEntry(
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

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

    public CatalogEntry {
        classes = List.copyOf(classes);
        files = List.copyOf(files);
        origins = List.copyOf(origins);
        check(
                NAME.matcher(name).matches(),
                "a dataset's name has small letters, digits, dots, dashes and underscores, got '%s'".formatted(name));
        check(training >= 1, "training must be at least 1, got " + training);
        check(test >= 1, "test must be at least 1, got " + test);
        check(
                classes.size() >= 2 && new HashSet<>(classes).size() == classes.size(),
                "classes must be two or more different names");
        checkFiles(format, files);
        check(
                files.stream().allMatch(file -> file.checksum().isPresent())
                        || origins.stream().allMatch(CatalogEntry::isVerified),
                "files without an md5 or sha256 need an origin that has one");
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

    private static void checkFiles(DatasetFormat layout, List<CatalogFile> files) {
        var names = files.stream().map(CatalogFile::name).toList();
        layout.needed()
                .forEach(needed -> check(
                        names.contains(needed),
                        "files must list %s, which %s requires".formatted(needed, layout.key())));
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** The total size of the files. */
    public Bytes size() {
        return new Bytes(files.stream().mapToLong(file -> file.size().count()).sum());
    }

    /** This entry as it was downloaded: from one origin, with the checksums that were computed. */
    public CatalogEntry fetchedFrom(List<CatalogFile> found, DatasetOrigin from) {
        return new CatalogEntry(
                name, title, format, shape, training, test, flip, license, classes, found, List.of(from));
    }
}
