package dev.stoker.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The packages that users of the library may rely on, as docs/api.md and the package-infos say. */
final class PublicApi {
    private static final String MARK = "<p>Part of the public API.";
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(dev\\.stoker\\.[a-z.]+)` \\|");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package (.*);");

    private PublicApi() {}

    /** The packages that docs/api.md promises. */
    static Set<String> promised() throws IOException {
        return rows(sections()[0]);
    }

    /** The packages of which docs/api.md says that they occur in signatures without being promised. */
    static Set<String> tolerated() throws IOException {
        return rows(sections()[1]);
    }

    /** The packages whose package-info has the mark. */
    static Set<String> marked() throws IOException {
        var marked = new TreeSet<String>();
        for (Path file : SourceTree.main()) {
            if (file.endsWith("package-info.java")) {
                String text = Files.readString(file);
                PACKAGE.matcher(text)
                        .results()
                        .filter(_ -> text.contains(MARK))
                        .forEach(found -> marked.add(found.group(1)));
            }
        }
        return marked;
    }

    private static String[] sections() throws IOException {
        return Files.readString(SourceTree.ROOT.resolve("docs/api.md")).split("\n## Not promised\n");
    }

    private static Set<String> rows(String text) {
        return ROW.matcher(text)
                .results()
                .map((MatchResult row) -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
