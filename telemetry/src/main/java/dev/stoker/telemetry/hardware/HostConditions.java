package dev.stoker.telemetry.hardware;

import dev.stoker.core.Bytes;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What containers and batch systems often lack, or limit without a word.
 *
 * @param root of the file system: the machine's, or a test's
 * @param environment variables of this process
 * @param container that the process runs in
 */
record HostConditions(Path root, Map<String, String> environment, Container container) {
    /** What Docker gives a container: NCCL needs more between ranks of one machine, and ends with SIGBUS. */
    private static final Bytes SMALL_SHARED_MEMORY = Bytes.ofMebibytes(64);

    private static final int SHOWN_NETWORKS = 4;

    HostConditions(Path root, Map<String, String> environment) {
        this(root, environment, Container.of(root, environment));
    }

    HostCondition kind() {
        return HostCondition.good("container", container.title());
    }

    /** The cores and the memory that this process may use, of those of the machine. */
    HostCondition limits(int cores, Bytes memory) {
        long allCores = ProcFile.lines(root.resolve("proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("processor"))
                .count();
        long allMemory =
                ProcFile.field(root.resolve("proc/meminfo"), "MemTotal:").orElse(0) * 1024;
        var limits = new ArrayList<String>();
        if (cores < allCores) {
            limits.add("%d of %d cores".formatted(cores, allCores));
        }
        if (memory.count() < allMemory) {
            limits.add("%s of %s memory".formatted(memory, new Bytes(allMemory)));
        }
        return HostCondition.good("limits", limits.isEmpty() ? "none" : String.join(", ", limits));
    }

    HostCondition sharedMemory() {
        try {
            return sharedMemory(
                    new Bytes(Files.getFileStore(root.resolve("dev/shm")).getTotalSpace()));
        } catch (IOException _) {
            return lackingSharedMemory("no /dev/shm");
        }
    }

    HostCondition sharedMemory(Bytes size) {
        return size.compareTo(SMALL_SHARED_MEMORY) > 0
                ? HostCondition.good("shared memory", size.toString())
                : lackingSharedMemory(size.toString());
    }

    private HostCondition lackingSharedMemory(String value) {
        return HostCondition.lacking(
                "shared memory", value, "too little for several GPUs: " + container.moreSharedMemory());
    }

    HostCondition user(String name) {
        long number = ProcFile.field(root.resolve("proc/self/status"), "Uid:").orElse(-1);
        String value = "%s (%d)".formatted(name, number);
        return number == 0 && container != Container.NONE
                ? HostCondition.lacking("user", value, "runs will belong to root: " + container.anotherUser())
                : HostCondition.good("user", value);
    }

    /** The JVM writes a question mark for the home of a user that the system does not know. */
    static HostCondition home(String home) {
        return isWritable(Path.of(home)) && !home.equals("?")
                ? HostCondition.good("home", home)
                : HostCondition.lacking(
                        "home",
                        home + " is not writable",
                        "name another folder with STOKER_JAVA_OPTS=-Duser.home=FOLDER");
    }

    static HostCondition natives(String folder) {
        return isWritable(Path.of(folder))
                ? HostCondition.good("native libraries", folder)
                : HostCondition.lacking(
                        "native libraries",
                        folder + " is not writable",
                        "unpack them elsewhere with STOKER_JAVA_OPTS=-Dorg.bytedeco.javacpp.cachedir=FOLDER");
    }

    /** Of a folder that does not exist yet the nearest one above it counts, in which it would be created. */
    private static boolean isWritable(Path folder) {
        return Stream.iterate(
                        Optional.of(folder.toAbsolutePath().normalize()),
                        Optional::isPresent,
                        path -> path.map(Path::getParent))
                .flatMap(Optional::stream)
                .filter(Files::exists)
                .findFirst()
                .filter(Files::isDirectory)
                .filter(Files::isWritable)
                .isPresent();
    }

    /** Why the driver of the host does not show; nothing where it does, or where there is no reason to expect one. */
    Optional<HostCondition> gpuAccess(Gpus gpus) {
        if (gpus instanceof Gpus.Found) {
            return Optional.empty();
        }
        String hidden = environment.getOrDefault("NVIDIA_VISIBLE_DEVICES", "all");
        if (hidden.equals("void") || hidden.equals("none") || hidden.isEmpty()) {
            return Optional.of(HostCondition.lacking(
                    "gpu access",
                    "NVIDIA_VISIBLE_DEVICES is '%s', which hides GPUs".formatted(hidden),
                    "set it to all"));
        }
        if (Files.exists(root.resolve("dev/nvidia0"))) {
            return Optional.of(HostCondition.lacking(
                    "gpu access",
                    "/dev/nvidia0 is there, the driver's libraries are not",
                    "set NVIDIA_DRIVER_CAPABILITIES to compute,utility"));
        }
        return container == Container.NONE
                ? Optional.empty()
                : Optional.of(HostCondition.lacking(
                        "gpu access", "no device", "where the host has a GPU, " + container.gpus()));
    }

    /** Interfaces with an address, besides loopback, through which ranks of other machines find this one. */
    static HostCondition network(List<String> interfaces) {
        if (interfaces.isEmpty()) {
            return HostCondition.lacking(
                    "network", "loopback only", "ranks of other machines cannot reach this one: give it a network");
        }
        String others =
                interfaces.size() > SHOWN_NETWORKS ? " and %d more".formatted(interfaces.size() - SHOWN_NETWORKS) : "";
        return HostCondition.good(
                "network",
                String.join(", ", interfaces.subList(0, Math.min(SHOWN_NETWORKS, interfaces.size()))) + others);
    }

    HostCondition secureShell() {
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder).resolve("ssh"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(found -> HostCondition.good("ssh", found.toString()))
                .orElseGet(() -> HostCondition.lacking(
                        "ssh",
                        "missing",
                        "only needed to start ranks on other machines from this one: install openssh-client"));
    }
}
