package dev.stoker.telemetry.hardware;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** What a process is confined by, and so what its user types to give it more. */
enum Container {
    NONE("none", "", "", ""),
    DOCKER("Docker", "start it with --shm-size 1g", "start it with --gpus all", "start it with --user or name a USER"),
    PODMAN(
            "Podman",
            "start it with --shm-size 1g",
            "start it with --device nvidia.com/gpu=all",
            "start it with --user or name a USER"),
    KUBERNETES(
            "Kubernetes",
            "mount an emptyDir of medium Memory at /dev/shm",
            "ask for it with the limit nvidia.com/gpu: 1",
            "set runAsUser and runAsNonRoot");

    private final String title;
    private final String moreSharedMemory;
    private final String gpus;
    private final String anotherUser;

    Container(String title, String moreSharedMemory, String gpus, String anotherUser) {
        this.title = title;
        this.moreSharedMemory = moreSharedMemory;
        this.gpus = gpus;
        this.anotherUser = anotherUser;
    }

    /** By the marks that engines leave. */
    static Container of(Path root, Map<String, String> environment) {
        if (environment.containsKey("KUBERNETES_SERVICE_HOST")) {
            return KUBERNETES;
        }
        if (Files.exists(root.resolve("run/.containerenv"))) {
            return PODMAN;
        }
        return Files.exists(root.resolve(".dockerenv")) ? DOCKER : NONE;
    }

    String title() {
        return title;
    }

    String moreSharedMemory() {
        return this == NONE ? "mount a larger tmpfs there" : moreSharedMemory;
    }

    String gpus() {
        return gpus;
    }

    String anotherUser() {
        return anotherUser;
    }
}
