package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in an unpacked archive, with a program in place of Java that prints what it is started with. */
class LauncherTest {
    @TempDir
    Path folder;

    private Path home;

    @BeforeEach
    void unpack() throws IOException {
        home = Files.createDirectories(folder.resolve("a folder/stoker-0.1.0"));
        Files.copy(Path.of("../stoker"), home.resolve("stoker"));
        Files.createDirectory(home.resolve("lib"));
        for (String jar : List.of("stoker-cli-0.1.0", "picocli-4", "pytorch-2-linux-x86_64")) {
            Files.createFile(home.resolve("lib").resolve(jar + ".jar"));
        }
    }

    private static void java(Path jdk, int version) throws IOException {
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"%d.0.1\"\n".formatted(version));
        var program = Files.writeString(jdk.resolve("bin/java"), "#!/bin/sh\necho \"$0\"\nprintf '%s\\n' \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** With no other variable than those given. */
    private List<String> launched(List<String> environment, String... arguments) throws Exception {
        var command = new ArrayList<>(List.of("env", "-i", "PATH=/usr/bin:/bin"));
        command.addAll(environment);
        command.addAll(List.of("bash", home.resolve("stoker").toString()));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output.lines().toList();
    }

    @Test
    void theJarsBesideTheLauncherAreTheClassPath() throws Exception {
        java(home.resolve("runtime"), 25);
        var words = launched(List.of("STOKER_JAVA_OPTS=-Xshare:auto"), "train", "--epochs", "1 2");
        assertThat(words).contains(home.resolve("runtime/bin/java").toString(), "--enable-native-access=ALL-UNNAMED");
        assertThat(words.get(words.indexOf("-cp") + 1).split(":"))
                .contains(home.resolve("lib/picocli-4.jar").toString())
                .hasSize(3);
        assertThat(words).endsWith("dev.stoker.cli.Main", "train", "--epochs", "1 2");
        assertThat(home.resolve("target")).as("nothing is built").doesNotExist();
    }

    @Test
    void aJavaThatTheUserNamesComesBeforeTheArchivesOwn() throws Exception {
        java(home.resolve("runtime"), 25);
        java(folder.resolve("newer"), 26);
        java(folder.resolve("older"), 21);
        var newer = List.of("STOKER_JAVA_HOME=" + folder.resolve("newer"));
        assertThat(launched(newer, "--java"))
                .containsExactly(folder.resolve("newer/bin/java").toString());
        var older = List.of("STOKER_JAVA_HOME=" + folder.resolve("older"));
        assertThat(launched(older, "--java"))
                .containsExactly(home.resolve("runtime/bin/java").toString());
    }

    @Test
    void withoutMavenTheGpuBuildIsCopiedByHand() throws Exception {
        Files.writeString(
                home.resolve("lib/checksums.sha256"),
                "00  org/bytedeco/pytorch/2/pytorch-2-linux-x86_64-gpu.jar\n00  org/x/1/x-1.jar\n");
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : List.of("bash", "dirname", "readlink", "basename", "grep")) {
            Files.createSymbolicLink(tools.resolve(tool), program(tool));
        }
        assertThat(launched(List.of("PATH=" + tools), "--fetch-gpu"))
                .containsExactly(
                        "stoker: pytorch-2-linux-x86_64-gpu.jar is downloaded with Maven, and mvn is not on the"
                                + " PATH; copy it from elsewhere into " + home.resolve("lib/gpu"));
    }

    @Test
    void withoutSparkACommandThatAsksForItSaysHowToGetIt() throws Exception {
        java(home.resolve("runtime"), 25);
        assertThat(launched(List.of(), "train", "--spark", "local[2]", "-n", "2"))
                .containsExactly("stoker: Apache Spark is not at " + home.resolve("lib/spark/jars")
                        + ": get it with `stoker --fetch-spark`, or point SPARK_HOME at an installation");
        assertThat(launched(List.of(), "launch", "--", "train", "--spark", "x"))
                .as("what ranks are told")
                .contains("dev.stoker.cli.Main");
    }

    @Test
    void theJarsOfSparkAreApartFromThoseOfStoker() throws Exception {
        java(home.resolve("runtime"), 25);
        Path spark = Files.createDirectories(folder.resolve("spark/jars"));
        Files.createFile(spark.resolve("spark-core_2.13-4.jar"));
        var words = launched(List.of("SPARK_HOME=" + spark.getParent()), "prepare", "a", "b", "--spark=local[2]");
        assertThat(words.get(words.indexOf("-cp") + 1)).doesNotContain("spark");
        assertThat(words)
                .contains("-Dstoker.room.spark=%s:%s"
                        .formatted(
                                home.resolve("lib/spark/stoker-spark-0.1.0.jar"),
                                spark.resolve("spark-core_2.13-4.jar")));
    }

    /** Others that want to build would wait for as long as it runs. */
    @Test
    void theProgramDoesNotHoldTheLockOfTheBuildBeforeIt() throws Exception {
        Files.delete(home.resolve("lib/stoker-cli-0.1.0.jar"));
        Files.createDirectories(home.resolve("core/src"));
        Files.createDirectories(home.resolve("cli/src/main"));
        Files.createFile(home.resolve("pom.xml"));
        Files.createFile(home.resolve("cli/pom.xml"));
        Path jdk = folder.resolve("jdk");
        java(jdk, 25);
        Files.writeString(jdk.resolve("bin/java"), "#!/bin/sh\nls -l /proc/self/fd\n");
        Path tools = Files.createDirectory(folder.resolve("tools"));
        var maven = Files.writeString(
                tools.resolve("mvn"),
                "#!/bin/sh\nmkdir -p cli/target\ntouch cli/target/stoker-cli-0.1.0.jar cli/target/classpath-cpu\n");
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
        var words = launched(
                List.of("PATH=" + tools + ":/usr/bin:/bin", "STOKER_JAVA_HOME=" + jdk, "CUDA_VISIBLE_DEVICES="),
                "models");
        assertThat(home.resolve("target/launcher.lock")).exists();
        assertThat(words).anyMatch(line -> line.contains("-> ")).noneMatch(line -> line.contains("launcher.lock"));
    }

    private static Path program(String name) {
        return List.of("/usr/bin", "/bin").stream()
                .map(place -> Path.of(place, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }
}
