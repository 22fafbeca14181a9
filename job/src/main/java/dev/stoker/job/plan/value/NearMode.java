package dev.stoker.job.plan.value;

import dev.stoker.core.StokerException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where records of sets at an address are kept: {@code none}, {@code memory}, or a folder. */
public sealed interface NearMode {
    /** Memory with the interface of a folder, which outlives the process. */
    Path SHARED_MEMORY = Path.of("/dev/shm");

    record None() implements NearMode {
        @Override
        public String toString() {
            return "none";
        }
    }

    record Memory() implements NearMode {
        @Override
        public String toString() {
            return "memory";
        }
    }

    record Folder(Path path) implements NearMode {
        @Override
        public String toString() {
            String text = path.toString();
            boolean ambiguous = text.equals("none") || text.equals("memory"); // a folder of that name, as in none/
            return ambiguous ? Path.of(".", text).toString() : text;
        }
    }

    static NearMode parse(String text) {
        return switch (text) {
            case "" -> throw new IllegalArgumentException("none, memory or a folder");
            case "none" -> new None();
            case "memory" -> new Memory();
            default -> new Folder(Path.of(text).normalize());
        };
    }

    /** The folder; empty where nothing is kept. */
    default Optional<Path> folder() {
        return switch (this) {
            case None _ -> Optional.empty();
            case Memory _ -> Optional.of(inMemory());
            case Folder(var path) -> Optional.of(path);
        };
    }

    private static Path inMemory() {
        if (!Files.isDirectory(SHARED_MEMORY)) {
            throw new StokerException("near memory needs %s, which this machine does not have; give a folder for near"
                            .formatted(SHARED_MEMORY))
                    .about("near");
        }
        return SHARED_MEMORY.resolve("stoker-" + System.getProperty("user.name", "near"));
    }
}
