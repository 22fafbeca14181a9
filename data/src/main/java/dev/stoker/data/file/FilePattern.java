package dev.stoker.data.file;

import dev.stoker.core.StokerException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/** Names of files with wildcards, as a shell knows them: {@code dir/train-*.tfrecord}, {@code dir/**}{@code /*.jpg}. */
public final class FilePattern {
    private static final String WILDCARDS = "*?[{\\";
    private static final String ANY_DEPTH = "**";

    private final String pattern;
    private final Path root;
    private final PathMatcher matcher;
    private final int depth;

    private FilePattern(String pattern, Path root, String names) {
        this.pattern = pattern;
        this.root = root;
        depth = names.contains(ANY_DEPTH)
                ? Integer.MAX_VALUE
                : 1 + (int) names.chars().filter(letter -> letter == '/').count();
        matcher = matcher(names);
    }

    /** The files that match, sorted by path; none is an error. */
    public static List<Path> files(String pattern, FileKind kind) {
        int split = pattern.lastIndexOf('/', firstWildcard(pattern));
        Path root = Path.of(split == 0 ? "/" : pattern.substring(0, Math.max(0, split)));
        return new FilePattern(pattern, root, pattern.substring(split + 1)).find(kind);
    }

    /** The files in a folder whose names match. */
    public static List<Path> files(Path folder, String names, FileKind kind) {
        return new FilePattern(folder + "/" + names, folder, names).find(kind);
    }

    private static int firstWildcard(String pattern) {
        int first = 0;
        while (first < pattern.length() && WILDCARDS.indexOf(pattern.charAt(first)) < 0) {
            first++;
        }
        return first;
    }

    private PathMatcher matcher(String names) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + names);
        } catch (PatternSyntaxException failure) {
            throw new StokerException(
                    "%s is not a valid file name pattern: %s".formatted(pattern, failure.getDescription()), failure);
        }
    }

    private List<Path> find(FileKind kind) {
        if (!Files.isDirectory(root)) {
            throw nothing("there is no folder %s; the nearest that exists is %s".formatted(root, nearest()));
        }
        var found = FileWalk.files(root, depth, file -> matcher.matches(root.relativize(file)) && kind.test(file));
        if (found.isEmpty()) {
            throw nothing("the folder %s holds %d other files; check the pattern"
                    .formatted(shown(root), FileWalk.files(root, 1, _ -> true).size()));
        }
        return found;
    }

    private StokerException nothing(String why) {
        return new StokerException("no file matches %s: %s".formatted(pattern, why));
    }

    private Path nearest() {
        Path folder = root.toAbsolutePath();
        while (folder.getParent() != null && !Files.isDirectory(folder)) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static Path shown(Path folder) {
        return folder.toString().isEmpty() ? folder.toAbsolutePath() : folder;
    }
}
