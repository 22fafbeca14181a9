package dev.stoker.train.checkpoint;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.DurableFolders;
import dev.stoker.nn.weights.DamagedFileException;
import dev.stoker.nn.weights.SafetensorsFile;
import dev.stoker.train.DamagedCheckpoint;
import dev.stoker.train.TrainingProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The checkpoints in a folder. The latest is the newest that is sound; each is read once to find that out. */
final class CheckpointFolder {
    private static final String DAMAGED_SUFFIX = ".damaged";
    private static final Pattern NAME = Pattern.compile("step-([0-9]{8,18})\\.safetensors");

    /** A checkpoint whose checksums are right. */
    record SoundCheckpoint(Path file, TrainingProgress progress) {}

    private final Path folder;
    private final Map<Path, String> damaged = new LinkedHashMap<>();
    private Optional<SoundCheckpoint> sound = Optional.empty();

    CheckpointFolder(Path folder) {
        this.folder = folder;
    }

    Path file(long step) {
        return folder.resolve("step-%08d.safetensors".formatted(step));
    }

    /** A file is about to be written: what was read before says nothing of it. */
    void forget() {
        damaged.clear();
        sound = Optional.empty();
    }

    /** The newest sound checkpoint; refuses a folder that has only damaged ones, since the run would start anew. */
    Optional<SoundCheckpoint> latest() {
        for (Path file : newestFirst()) {
            if (isSound(file)) {
                return sound;
            }
        }
        if (!damaged.isEmpty()) {
            throw noneIsSound();
        }
        return Optional.empty();
    }

    private boolean isSound(Path file) {
        if (damaged.containsKey(file)) {
            return false;
        }
        if (sound.filter(known -> known.file.equals(file)).isEmpty()) {
            try {
                sound = Optional.of(new SoundCheckpoint(file, verifiedProgress(file)));
            } catch (DamagedFileException damage) {
                damaged.put(file, damage.damage());
                return false;
            } catch (NumberFormatException _) {
                damaged.put(file, "its metadata has no progress of a run");
                return false;
            }
        }
        return true;
    }

    private static TrainingProgress verifiedProgress(Path file) {
        try (var checkpoint = SafetensorsFile.open(file)) {
            checkpoint.verify();
            return TrainingProgress.ofText(checkpoint.metadata());
        }
    }

    private StokerException noneIsSound() {
        return new StokerException(
                        "no checkpoint in %s is sound: %s; put back a copy of one, or start anew, which keeps these files under another name"
                                .formatted(
                                        folder,
                                        damaged.entrySet().stream()
                                                .map(entry -> "%s is damaged (%s)"
                                                        .formatted(
                                                                entry.getKey().getFileName(), entry.getValue()))
                                                .collect(Collectors.joining("; "))))
                .about("restart");
    }

    /** Renames the damaged checkpoints, so that they do not count among those that are kept. */
    List<DamagedCheckpoint> setAsideDamaged(SoundCheckpoint restored) {
        var passedOver = new ArrayList<DamagedCheckpoint>();
        damaged.forEach((file, damage) -> {
            Path aside = file.resolveSibling(file.getFileName() + DAMAGED_SUFFIX);
            rename(file, aside);
            long step = restored.progress.step();
            passedOver.add(new DamagedCheckpoint(file, damage, aside, stepOf(file) - step, step));
        });
        damaged.clear();
        return passedOver;
    }

    private static void rename(Path file, Path aside) {
        try {
            DurableFolders.move(file, aside);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot rename the damaged checkpoint %s (%s)".formatted(file, AtomicFile.reason(failure)),
                    failure);
        }
    }

    /** Deletes all but the newest. */
    void keep(int newest) {
        newestFirst().stream().skip(newest).forEach(CheckpointFolder::delete);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot delete the old checkpoint %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    private List<Path> newestFirst() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            return files.filter(CheckpointFolder::isCheckpoint)
                    .sorted(Comparator.comparingLong(CheckpointFolder::stepOf).reversed())
                    .toList();
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot list the checkpoints in %s (%s)".formatted(folder, AtomicFile.reason(failure)), failure);
        }
    }

    private static boolean isCheckpoint(Path file) {
        return NAME.matcher(file.getFileName().toString()).matches();
    }

    private static long stepOf(Path file) {
        var name = NAME.matcher(file.getFileName().toString());
        return name.matches() ? Long.parseLong(name.group(1)) : -1;
    }
}
