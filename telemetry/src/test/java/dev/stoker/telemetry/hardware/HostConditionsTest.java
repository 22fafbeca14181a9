package dev.stoker.telemetry.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostConditionsTest {
    private static final Gpus NO_GPU = new Gpus.Missing("no driver");

    @TempDir
    Path root;

    private HostConditions host(Map<String, String> environment) {
        return new HostConditions(root, environment);
    }

    private void write(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    @Test
    void theEngineIsKnownByItsMarks() throws IOException {
        assertThat(host(Map.of()).kind().text()).isEqualTo("none");
        write(".dockerenv", "");
        assertThat(host(Map.of()).kind().text()).isEqualTo("Docker");
        write("run/.containerenv", "");
        assertThat(host(Map.of()).kind().text()).isEqualTo("Podman");
        assertThat(host(Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1")).kind().text())
                .isEqualTo("Kubernetes");
    }

    @Test
    void limitsAreShownAgainstTheMachine() throws IOException {
        write(
                "proc/cpuinfo",
                "processor\t: 0\nmodel name\t: x\n\nprocessor\t: 1\n\nprocessor\t: 2\n\nprocessor\t: 3\n");
        write("proc/meminfo", "MemTotal:       65536 kB\n");
        var host = host(Map.of());

        assertThat(host.limits(4, Bytes.ofMebibytes(64)).text()).isEqualTo("none");
        assertThat(host.limits(2, Bytes.ofMebibytes(64)).text()).isEqualTo("2 of 4 cores");
        assertThat(host.limits(1, Bytes.ofMebibytes(32)).text()).isEqualTo("1 of 4 cores, 32.0 MiB of 64.0 MiB memory");
    }

    @Test
    void asMuchSharedMemoryAsDockerGivesIsTooLittle() throws IOException {
        assertThat(host(Map.of()).sharedMemory(Bytes.ofMebibytes(65)).remedy()).isEmpty();
        assertThat(host(Map.of()).sharedMemory().text()).startsWith("no /dev/shm; ");
        write(".dockerenv", "");
        assertThat(host(Map.of()).sharedMemory(Bytes.ofMebibytes(64)).text())
                .isEqualTo("64.0 MiB; too little for several GPUs: start it with --shm-size 1g");
        assertThat(host(Map.of("KUBERNETES_SERVICE_HOST", "x"))
                        .sharedMemory(new Bytes(0))
                        .text())
                .endsWith("mount an emptyDir of medium Memory at /dev/shm");
    }

    @Test
    void rootIsAdvisedAgainstInContainersOnly() throws IOException {
        write("proc/self/status", "Name:\tjava\nUid:\t0\t0\t0\t0\n");
        assertThat(host(Map.of()).user("root").text()).isEqualTo("root (0)");
        write(".dockerenv", "");
        assertThat(host(Map.of()).user("root").text())
                .isEqualTo("root (0); runs will belong to root: start it with --user or name a USER");
        write("proc/self/status", "Name:\tjava\nUid:\t10001\t10001\t10001\t10001\n");
        assertThat(host(Map.of()).user("stoker").text()).isEqualTo("stoker (10001)");
    }

    @Test
    void aFolderThatCanBeCreatedIsWritableAndAFileInItsWayIsNot() throws IOException {
        write("file", "");
        assertThat(HostConditions.natives(root + "/new/cache").text()).isEqualTo(root + "/new/cache");
        assertThat(HostConditions.natives(root + "/file/cache").text())
                .isEqualTo("%s/file/cache is not writable; unpack them elsewhere with"
                        .concat(" STOKER_JAVA_OPTS=-Dorg.bytedeco.javacpp.cachedir=FOLDER")
                        .formatted(root));
        assertThat(HostConditions.home(root.toString()).remedy()).isEmpty();
        assertThat(HostConditions.home("?").text())
                .isEqualTo("? is not writable; name another folder with STOKER_JAVA_OPTS=-Duser.home=FOLDER");
    }

    @Test
    void aHiddenGpuIsToldFromAMissingOne() throws IOException {
        assertThat(host(Map.of()).gpuAccess(NO_GPU)).isEmpty();
        assertThat(host(Map.of()).gpuAccess(new Gpus.Found("580", "13.0", List.of())))
                .isEmpty();
        assertThat(host(Map.of("NVIDIA_VISIBLE_DEVICES", "void"))
                        .gpuAccess(NO_GPU)
                        .orElseThrow()
                        .text())
                .isEqualTo("NVIDIA_VISIBLE_DEVICES is 'void', which hides GPUs; set it to all");
        write(".dockerenv", "");
        assertThat(host(Map.of()).gpuAccess(NO_GPU).orElseThrow().text())
                .isEqualTo("no device; where the host has a GPU, start it with --gpus all");
        write("dev/nvidia0", "");
        assertThat(host(Map.of()).gpuAccess(NO_GPU).orElseThrow().text())
                .isEqualTo("/dev/nvidia0 is there, the driver's libraries are not;"
                        + " set NVIDIA_DRIVER_CAPABILITIES to compute,utility");
    }

    @Test
    void loopbackAloneIsNoNetworkForRanks() {
        assertThat(HostConditions.network(List.of()).text()).startsWith("loopback only; ");
        assertThat(HostConditions.network(List.of("a 1", "b 2")).text()).isEqualTo("a 1, b 2");
        assertThat(HostConditions.network(List.of("a 1", "b 2", "c 3", "d 4", "e 5", "f 6"))
                        .text())
                .isEqualTo("a 1, b 2, c 3, d 4 and 2 more");
        assertThat(Host.networks()).noneMatch(network -> network.startsWith("lo "));
    }

    @Test
    void secureShellIsLookedForOnThePath() throws IOException {
        Path shell = Files.createDirectories(root.resolve("bin")).resolve("ssh");
        var path = Map.of("PATH", "/nowhere::" + root.resolve("bin"));
        assertThat(host(path).secureShell().text()).startsWith("missing; ").endsWith("install openssh-client");
        Files.writeString(shell, "");
        assertThat(shell.toFile().setExecutable(true)).isTrue();
        assertThat(host(path).secureShell().text()).isEqualTo(shell.toString());
    }
}
