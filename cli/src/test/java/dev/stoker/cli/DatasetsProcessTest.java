package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process, over a small dataset and fakes of the package clients. */
class DatasetsProcessTest {
    private static final int TRAINING = 2000;
    private static final int TEST = 100;

    @TempDir
    Path folder;

    private Path copy = Path.of("");
    private Path programs = Path.of("");

    @BeforeEach
    void prepare() throws IOException {
        copy = Files.createDirectory(folder.resolve("copy"));
        programs = Files.createDirectory(folder.resolve("programs"));
        write("train", TRAINING);
        write("t10k", TEST);
    }

    private void write(String part, int count) throws IOException {
        var pixels = new byte[count * 784];
        new Random(count).nextBytes(pixels);
        var images = ByteBuffer.allocate(16 + pixels.length)
                .putInt(0x803)
                .putInt(count)
                .putInt(28)
                .putInt(28)
                .put(pixels);
        var labels = ByteBuffer.allocate(8 + count).putInt(0x801).putInt(count);
        for (int i = 0; i < count; i++) {
            labels.put((byte) (i % 3));
        }
        Files.write(copy.resolve(part + "-images-idx3-ubyte"), images.array());
        Files.write(copy.resolve(part + "-labels-idx1-ubyte"), labels.array());
    }

    private static String md5(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(Files.readAllBytes(file)));
    }

    /** A catalog with this dataset and these origins, in the default place of a user's catalog. */
    private void catalog(String... origins) throws Exception {
        var text = new StringBuilder("""
            noise:
              title: noise in three kinds
              layout: idx
              shape: 28x28x1
              training: %d
              test: %d
              license: none
              classes: [soft, loud, terrible]
              files:
            """.formatted(TRAINING, TEST));
        for (String file : names(copy)) {
            Path path = copy.resolve(file);
            text.append("    %s: {bytes: %d, md5: %s}%n".formatted(file, Files.size(path), md5(path)));
        }
        text.append("  origins:\n");
        Arrays.stream(origins)
                .forEach(origin -> text.append("    - ").append(origin).append('\n'));
        Files.createDirectories(folder.resolve("stoker"));
        Files.writeString(folder.resolve("stoker").resolve("datasets.yaml"), text);
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Path archive() throws Exception {
        Path archive = folder.resolve("noise.tgz");
        var tar = new ProcessBuilder("tar", "-czf", archive.toString(), "-C", folder.toString(), "copy").start();
        assertThat(tar.waitFor()).isZero();
        return archive;
    }

    private void program(String name, String script) throws IOException {
        Path file = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private StokerProcess start(String... arguments) {
        return start(programs + ":/usr/bin:/bin", List.of(), arguments);
    }

    private StokerProcess start(String path, List<String> within, String... arguments) {
        var prefix = new ArrayList<>(List.of("env", "XDG_CONFIG_HOME=" + folder, "PATH=" + path));
        prefix.addAll(within);
        return StokerProcess.start(folder, prefix, arguments);
    }

    private void assertWhole() throws Exception {
        Path noise = folder.resolve("data").resolve("noise");
        for (String file : names(copy)) {
            assertThat(noise.resolve(file)).hasBinaryContent(Files.readAllBytes(copy.resolve(file)));
        }
        assertThat(noise.resolve("dataset.yaml")).content().contains("terrible", "license: none", "md5: ");
        assertThat(names(folder.resolve("data"))).containsExactly("noise");
    }

    @Test
    void aPackageIsDownloadedOnceListedAndTrainedOn() throws Exception {
        catalog("debian: dataset-noise", "npm: noise@1.0.0");
        program("apt-get", "echo 'E: Unable to locate package '$2 >&2; exit 100");
        program("npm", "echo \"$@\" > arguments; cp " + archive() + " noise-1.0.0.tgz");
        var fetched = start("datasets", "get", "noise").ended();
        assertThat(fetched.err()).isEmpty();
        assertThat(fetched.exitCode()).isZero();
        assertThat(fetched.out()).doesNotContain("\u001b", "\r");
        assertThat(fetched.out())
                .contains("Debian package dataset-noise failed: apt-get: Unable to locate package")
                .contains("data/noise: downloaded, 4 files, 1.6 MiB, verified")
                .contains("train on it: ./stoker train --data noise");
        assertWhole();
        var again = start("datasets", "get", "noise", "--json").ended();
        assertThat(again.out()).contains("\"outcome\":\"already downloaded\"").hasLineCount(1);
        var listed = start("datasets", "--json").ended();
        assertThat(listed.out())
                .contains("\"name\":\"noise\"", "\"state\":\"downloaded\"", "\"state\":\"not downloaded\"");
        assertThat(start("datasets").ended().out())
                .containsPattern("noise +3 +2,100 +1.6 MiB  downloaded +none")
                .satisfies(table -> assertThat(table.lines()).allMatch(line -> line.length() <= 80));
        var trained = start("train", "noise", "--model", "mlp", "--epochs", "1", "--json", "--quiet")
                .ended();
        assertThat(trained.err()).isEmpty();
        assertThat(trained.out()).contains("\"data\":\"noise\"");
    }

    @Test
    void whenAllOriginsFailEachIsListed() throws Exception {
        catalog("npm: noise@1.0.0", "debian: dataset-noise", "url: https://stoker.invalid/noise.tgz");
        program("npm", "echo 'npm error code E404' >&2; echo 'npm error 404 Not Found' >&2; exit 1");
        var ended = start(programs.toString(), List.of(), "datasets", "get", "noise", "--quiet")
                .ended();
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).isEqualTo("""
            stoker: noise could not be downloaded:
              npm package noise@1.0.0: npm: 404 Not Found
              Debian package dataset-noise: apt-get is not installed
              https://stoker.invalid/noise.tgz: unknown host; is there a network connection?
            if you have a copy, give its path (--from)
            """);
        assertThat(names(folder.resolve("data"))).isEmpty();
    }

    @Test
    void anInterruptedDownloadIsResumedTheNextTime() throws Exception {
        byte[] archive = Files.readAllBytes(archive());
        int half = archive.length / 2;
        var ranges = new CopyOnWriteArrayList<String>();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            server.setExecutor(threads);
            server.createContext("/", exchange -> {
                String range = exchange.getRequestHeaders().getFirst("Range");
                ranges.add(String.valueOf(range));
                exchange.getResponseHeaders().set("ETag", "\"1\"");
                try (exchange) {
                    if (range == null) {
                        exchange.sendResponseHeaders(200, archive.length);
                        exchange.getResponseBody().write(archive, 0, half);
                        exchange.getResponseBody().flush();
                        Thread.sleep(10_000);
                    } else {
                        exchange.getResponseHeaders()
                                .set(
                                        "Content-Range",
                                        "bytes %d-%d/%d".formatted(half, archive.length - 1, archive.length));
                        exchange.sendResponseHeaders(206, archive.length - half);
                        exchange.getResponseBody().write(archive, half, archive.length - half);
                    }
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            });
            server.start();
            catalog("{url: 'http://127.0.0.1:%d/noise.tgz', md5: %s}"
                    .formatted(server.getAddress().getPort(), md5(folder.resolve("noise.tgz"))));
            interruptAndResume(half);
            server.stop(0);
            threads.shutdownNow();
        }
        assertThat(ranges).containsExactly("null", "bytes=%d-".formatted(half));
        assertWhole();
    }

    /** The download belongs to the training that needs it, and is stopped and resumed with it. */
    private void interruptAndResume(int half) throws Exception {
        var first = start("train", "noise", "--model", "mlp", "--epochs", "1");
        await(() -> partial().length() == half);
        first.signal("INT");
        var stopped = first.ended();
        assertThat(stopped.exitCode()).isEqualTo(130);
        assertThat(stopped.out()).contains("stopped; what was downloaded is kept: run it again to resume noise");
        assertThat(partial().length()).isEqualTo(half);
        assertThat(start("datasets", "--json").ended().out()).contains("\"state\":\"partial\"");
        var second = start("train", "noise", "--model", "mlp", "--epochs", "1", "--json")
                .ended();
        assertThat(second.exitCode()).isZero();
        assertThat(second.err())
                .contains("noise is not here yet; downloading 1.6 MiB into data/noise, license: none")
                .contains("data/noise: downloaded, 4 files, 1.6 MiB, verified");
        assertThat(second.out()).contains("\"data\":\"noise\"").hasLineCount(1);
    }

    @Test
    void aDatasetThatCannotBeDownloadedIsOneSentence() throws Exception {
        catalog("npm: noise@1.0.0", "url: https://stoker.invalid/noise.tgz");
        var ended = start(programs.toString(), List.of(), "train", "noise", "--quiet")
                .ended();
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err())
                .isEqualTo("stoker: noise could not be downloaded (npm package noise@1.0.0: npm is not installed;"
                        + " https://stoker.invalid/noise.tgz: unknown host; is there a network connection?);"
                        + " if you have a copy, run `stoker datasets get noise --from PATH`\n");
        var offline = start("tune", "lr", "noise", "--offline").ended();
        assertThat(offline.err()).isEqualTo("stoker: noise is not downloaded yet: run `stoker datasets get noise`\n");
        assertThat(offline.exitCode()).isEqualTo(2);
    }

    private File partial() throws IOException {
        Path work = folder.resolve("data").resolve("noise.partial");
        if (!Files.exists(work)) {
            return work.toFile();
        }
        try (var files = Files.walk(work)) {
            return files.filter(file -> file.toString().endsWith("noise.tgz.partial"))
                    .findFirst()
                    .orElse(work)
                    .toFile();
        }
    }

    @Test
    void anInterruptEndsTheClientToo() throws Exception {
        catalog("npm: noise@1.0.0");
        Path identity = folder.resolve("identity");
        program("npm", "echo $$ > %s.new; mv %s.new %s; exec sleep 60".formatted(identity, identity, identity));
        var stoker = start("datasets", "get", "noise");
        await(() -> Files.exists(identity));
        stoker.signal("INT");
        assertThat(stoker.ended().exitCode()).isEqualTo(130);
        long client = Long.parseLong(Files.readString(identity).strip());
        await(() -> ProcessHandle.of(client).map(handle -> !handle.isAlive()).orElse(true));
    }

    /** A condition that is expected to become true. */
    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition) throws Exception {
        for (int i = 0; i < 600; i++) {
            if (condition.holds()) {
                return;
            }
            Thread.sleep(50);
        }
        throw new AssertionError("it did not happen within half a minute");
    }

    /** A limit on the size of files stands for the disk. */
    @Test
    void aDiskThatFillsLeavesWhatWasThere() throws Exception {
        catalog("local: " + copy);
        assertThat(start("datasets", "get", "noise").ended().exitCode()).isZero();
        Path damaged = folder.resolve("data").resolve("noise").resolve("t10k-labels-idx1-ubyte");
        Files.writeString(damaged, "damaged");
        var limited = start(
                        programs + ":/usr/bin:/bin",
                        List.of("bash", "-c", "ulimit -f 1000 && exec \"$@\"", "bash"),
                        "datasets",
                        "get",
                        "noise")
                .ended();
        assertThat(limited.exitCode()).isEqualTo(2);
        assertThat(limited.err())
                .contains("cannot write")
                .contains("free some space")
                .hasLineCount(1);
        assertThat(damaged).hasContent("damaged");
        assertThat(names(folder.resolve("data"))).containsExactly("noise");
        assertThat(start("datasets", "get", "noise").ended().out()).contains("data/noise: repaired");
        assertWhole();
    }

    @Test
    void aCatalogAndACopyCanBeGiven() throws Exception {
        catalog("url: https://stoker.invalid/noise.tgz");
        Path own = Files.move(folder.resolve("stoker").resolve("datasets.yaml"), folder.resolve("own.yaml"));
        assertThat(start("datasets", "get", "noise").ended().err()).contains("the catalog has no dataset 'noise'");
        var ended = start(
                        "datasets",
                        "get",
                        "noise",
                        "--catalog",
                        own.toString(),
                        "--from",
                        archive().toString(),
                        "--to",
                        "else/where")
                .ended();
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out()).contains("else/where: downloaded").contains("--data else/where");
        assertThat(names(folder.resolve("else").resolve("where"))).hasSize(5);
    }

    @Test
    void aBrokenCatalogOfTheUserIsNamedWithItsLine() throws Exception {
        catalog("nmp: noise@1.0.0");
        assertThat(start("datasets").ended().err())
                .startsWith("stoker: %s, line 15: noise: there is no key 'nmp'; did you mean npm? (keys: url, npm,"
                        .formatted(folder.resolve("stoker").resolve("datasets.yaml")))
                .hasLineCount(1);
    }
}
