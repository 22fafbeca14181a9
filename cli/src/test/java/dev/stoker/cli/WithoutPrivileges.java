package dev.stoker.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Processes for which the permissions of files count. For root they do not, unless it gives up its capabilities. */
final class WithoutPrivileges {
    private static final List<String> DROP = List.of(
            "setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search");

    private WithoutPrivileges() {}

    /** What to start a process with; skips the test where a process would still read everything. */
    static List<String> prefix(Path folder) {
        boolean root = "root".equals(System.getProperty("user.name", ""));
        var prefix = root ? DROP : List.<String>of();
        Assumptions.assumeFalse(reads(prefix, forbidden(folder)), "this user reads files without permission to");
        return prefix;
    }

    static void permit(Path path, String permissions) {
        try {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Path forbidden(Path folder) {
        try {
            Path file = Files.createTempFile(folder, "forbidden", "");
            permit(file, "---------");
            return file;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static boolean reads(List<String> prefix, Path file) {
        var command = new ArrayList<>(prefix);
        command.addAll(List.of("cat", file.toString()));
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
        } catch (IOException _) {
            Assumptions.abort("setpriv is not installed");
            return true;
        } catch (InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }
}
