package dev.stoker.datasets.catalogue;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/** What a catalogue says about one set; {@code origins} are asked in their order. */
public record CatalogueEntry(
        String name,
        String title,
        Layout layout,
        Shape shape,
        int training,
        int test,
        boolean mirror,
        String licence,
        List<String> classes,
        List<ListedFile> files,
        List<Origin> origins) {

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

    public CatalogueEntry {
        classes = List.copyOf(classes);
        files = List.copyOf(files);
        origins = List.copyOf(origins);
        check(
                NAME.matcher(name).matches(),
                "a set's name has small letters, digits, dots, dashes and underscores, got '%s'".formatted(name));
        check(training >= 1, "training must be at least 1, got " + training);
        check(test >= 1, "test must be at least 1, got " + test);
        check(
                classes.size() >= 2 && new HashSet<>(classes).size() == classes.size(),
                "classes must be two or more, each once");
        checkFiles(layout, files);
        check(
                files.stream().allMatch(file -> file.checksum().isPresent())
                        || origins.stream().allMatch(CatalogueEntry::isVerified),
                "files without an md5 or sha256 need an origin that has one");
    }

    /** Whether what comes from there is verified on the way; clients of packages do so themselves. */
    private static boolean isVerified(Origin origin) {
        return switch (origin) {
            case Origin.Https(List<Origin.Download> downloads) ->
                downloads.stream().allMatch(download -> download.checksum().isPresent());
            case Origin.NpmPackage _, Origin.DebianPackage _ -> true;
            case Origin.LocalCopy _ -> false;
        };
    }

    private static void checkFiles(Layout layout, List<ListedFile> files) {
        var names = files.stream().map(ListedFile::name).toList();
        layout.needed()
                .forEach(needed -> check(
                        names.contains(needed), "files must hold %s, which %s needs".formatted(needed, layout.key())));
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** What the files take on the disk. */
    public Bytes size() {
        return new Bytes(files.stream().mapToLong(file -> file.size().count()).sum());
    }

    /** This entry as it was really had: from one origin, with the checksums that were found. */
    public CatalogueEntry had(List<ListedFile> found, Origin from) {
        return new CatalogueEntry(
                name, title, layout, shape, training, test, mirror, licence, classes, found, List.of(from));
    }
}
