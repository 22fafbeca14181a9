package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of classes that the launcher has recorded, by a real JVM and with a program of one class. */
class ClassArchiveTest {
    /** Says a word; what is recorded is not for ranks, and waits for as long as a file of that name is there. */
    private static final String PROGRAM = """
        package dev.stoker.cli;

        public class Main {
            public static void main(String[] arguments) throws Exception {
                boolean recorded = java.util.List.of(arguments).contains("--max-steps");
                var hold = java.nio.file.Path.of(System.getProperty("stoker.script")).resolveSibling("hold");
                while (recorded && java.nio.file.Files.exists(hold)) {
                    Thread.sleep(10);
                }
                System.out.println("WORD");
                System.exit(recorded && System.getenv("RANK") != null ? 3 : 0);
            }
        }
        """;

    private static final String MAPPED = "dev.stoker.cli.Main source: shared objects file";

    @TempDir
    Path folder;

    private Path home;

    @BeforeEach
    void unpack() throws IOException {
        home = Files.createDirectories(folder.resolve("a folder/stoker-0.1.0"));
        Files.copy(Path.of("../stoker"), home.resolve("stoker"));
    }

    @AfterEach
    void permit() {
        if (Files.exists(library())) {
            WithoutPrivileges.permit(library(), "rwxr-xr-x");
        }
    }

    private Path library() {
        return home.resolve("lib");
    }

    private Path target() {
        return home.resolve("cli/target");
    }

    private void install(Path place, String word) throws IOException {
        Path source = folder.resolve(word);
        Path file = Files.createDirectories(source).resolve("Main.java");
        Files.writeString(file, PROGRAM.replace("WORD", word));
        use("javac", "-d", source.toString(), file.toString());
        Files.createDirectories(place);
        use("jar", "-c", "-0", "-f", place + "/stoker-cli-0.1.0.jar", "-C", source.toString(), "dev");
    }

    private static void use(String tool, String... arguments) {
        assertThat(ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, arguments))
                .isZero();
    }

    /** What Maven leaves behind. */
    private void build(String word) throws IOException {
        for (String place : List.of("core/src", "cli/src/main")) {
            Files.createDirectories(home.resolve(place));
        }
        for (String pom : List.of("pom.xml", "cli/pom.xml")) {
            Files.writeString(home.resolve(pom), "");
        }
        install(target(), word);
        Files.writeString(target().resolve("classpath-cpu"), target() + "/stoker-cli-0.1.0.jar");
    }

    private Process start(List<String> prefix, List<String> environment, String... arguments) throws IOException {
        var command = new ArrayList<>(prefix);
        command.addAll(List.of("env", "-i", "PATH=/usr/bin:/bin"));
        command.add("STOKER_JAVA_HOME=" + System.getProperty("java.home", ""));
        command.addAll(environment);
        command.addAll(List.of("bash", home.resolve("stoker").toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Of both streams, to the end of both: a process that held on to one would be waited for. */
    private static List<String> output(Process process) throws Exception {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines()
                .filter(line -> !line.startsWith("stoker: using the CPU"))
                .toList();
    }

    private List<String> launched(List<String> environment, String... arguments) throws Exception {
        return output(start(List.of(), environment, arguments));
    }

    /** The word, and where the program's class came from. */
    private List<String> loaded() throws Exception {
        return launched(List.of("STOKER_JAVA_OPTS=-Xlog:class+load"), "models").stream()
                .filter(line -> !line.startsWith("[") || line.contains("dev.stoker"))
                .toList();
    }

    private static List<Path> files(Path place, String pattern) {
        try (var found = Files.newDirectoryStream(place, pattern)) {
            var files = new ArrayList<Path>();
            found.forEach(files::add);
            return files;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Recorded in the background, and nothing else is left. */
    private static Path archive(Path place) throws InterruptedException {
        await(() -> !files(place, "classes-*.aot").isEmpty()
                && files(place, "recording.*").isEmpty());
        assertThat(files(place, "classes-*.aot")).hasSize(1);
        return files(place, "classes-*.aot").getFirst();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + 60_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("a minute has passed").isLessThan(end);
            Thread.sleep(20);
        }
    }

    @Test
    void theFirstTrainingOfACheckoutThatMavenBuiltLeadsToOneAndWaitsForNothing() throws Exception {
        build("one");
        Path hold = Files.createFile(home.resolve("hold"));
        assertThat(launched(List.of(), "models")).containsExactly("one");
        assertThat(launched(List.of("RANK=1", "WORLD_SIZE=2"), "train")).containsExactly("one");
        assertThat(files(target(), "classes*.aot")).isEmpty();
        Files.delete(hold);
        archive(target());
        assertThat(loaded()).contains("one").anyMatch(line -> line.contains(MAPPED));
    }

    @Test
    void anotherBuildReplacesIt() throws Exception {
        build("one");
        Path first = Path.of(launched(List.of(), "--archive-classes").getFirst());
        build("two");
        assertThat(first).exists();
        assertThat(loaded()).contains("two").noneMatch(line -> line.contains(MAPPED));
        launched(List.of(), "train");
        await(() -> !Files.exists(first));
        assertThat(archive(target())).isNotEqualTo(first);
        assertThat(loaded()).contains("two").anyMatch(line -> line.contains(MAPPED));
    }

    /** Maven leaves the jars of modules that did not change as they are, so that of the command line may be old. */
    @Test
    void aBuildOfAnotherModuleReplacesIt() throws Exception {
        build("one");
        Path module = Files.writeString(target().resolve("stoker-core-0.1.0.jar"), "");
        Files.writeString(target().resolve("classpath-cpu"), target() + "/stoker-cli-0.1.0.jar:" + module);
        Path first = Path.of(launched(List.of(), "--archive-classes").getFirst());
        Files.copy(target().resolve("stoker-cli-0.1.0.jar"), module, StandardCopyOption.REPLACE_EXISTING);
        launched(List.of(), "train");
        await(() -> !Files.exists(first));
        assertThat(archive(target())).isNotEqualTo(first);
    }

    /** As jars of all builds are in what Maven packs; the JVM would map the classes of the other. */
    @Test
    void jarsOfOneDateAndSizeAreToldApart() throws Exception {
        Path jar = library().resolve("stoker-cli-0.1.0.jar");
        var date = FileTime.fromMillis(1_800_000_000_000L);
        install(library(), "one");
        Files.setLastModifiedTime(jar, date);
        long size = Files.size(jar);
        Path archive = Path.of(launched(List.of(), "--archive-classes").getFirst());
        Path first = Files.copy(archive, folder.resolve("first.aot")); // options are separated by spaces
        assertThat(loaded()).contains("one").anyMatch(line -> line.contains(MAPPED));
        install(library(), "two");
        Files.setLastModifiedTime(jar, date);
        assertThat(Files.size(jar)).isEqualTo(size);
        assertThat(launched(List.of("STOKER_JAVA_OPTS=-XX:AOTCache=" + first), "models"))
                .as("what the JVM alone would do")
                .containsExactly("one");
        assertThat(launched(List.of(), "models")).containsExactly("two");
    }

    @Test
    void anInstallationThatCannotBeWrittenToHasItInTheCacheOfTheUser() throws Exception {
        install(library(), "one");
        var user = WithoutPrivileges.prefix(folder);
        WithoutPrivileges.permit(library(), "r-xr-xr-x");
        Path cache = folder.resolve("cache");
        assertThat(output(start(user, List.of(), "train"))).as("no home").containsExactly("one");
        assertThat(output(start(user, List.of("HOME=/proc/none"), "train"))).containsExactly("one");
        var environment = List.of("XDG_CACHE_HOME=" + cache, "STOKER_JAVA_OPTS=-Xlog:class+load");
        Files.createDirectories(cache.resolve("stoker"));
        output(start(user, environment, "train"));
        archive(cache.resolve("stoker"));
        assertThat(output(start(user, environment, "models"))).anyMatch(line -> line.contains(MAPPED));
        assertThat(files(library(), "*")).hasSize(1);
    }

    @Test
    void startsAtTheSameTimeAllWork() throws Exception {
        install(library(), "one");
        var processes = new ArrayList<Process>();
        for (int start = 0; start < 4; start++) {
            processes.add(start(List.of(), List.of(), "train"));
        }
        for (var process : processes) {
            assertThat(output(process)).containsExactly("one");
        }
        archive(library());
        assertThat(loaded()).anyMatch(line -> line.contains(MAPPED));
    }
}
