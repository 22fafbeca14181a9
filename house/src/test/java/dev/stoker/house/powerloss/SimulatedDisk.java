package dev.stoker.house.powerloss;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A disk after some operations: what is on it for certain, since it was forced, and what may be. The name of a file is
 * independent of its content. Names within a folder change in order, and a move between two folders is in both or in none.
 */
final class SimulatedDisk {
    /** What became of the writes to a file that were not forced. */
    enum Unforced {
        NONE,
        ALL,
        FIRST_HALF,
        LAST_WRITE,
        ZEROS
    }

    /** How many of the unforced changes of each folder are on the disk, and what of the unforced writes of each file. */
    record Choice(Map<Integer, Integer> names, Map<Integer, Unforced> contents) {}

    private record FileNode(List<byte[]> forced, List<DiskOperation> unforced) {}

    private record FolderNode(Map<String, Integer> forced, List<DiskOperation> unforced) {}

    private final Map<Integer, FileNode> files = new HashMap<>();
    private final Map<Integer, FolderNode> folders = new HashMap<>();

    SimulatedDisk() {
        folders.put(0, new FolderNode(new TreeMap<>(), new ArrayList<>()));
    }

    void apply(DiskOperation operation) {
        switch (operation) {
            case DiskOperation.Make make -> {
                folder(make.parent()).unforced.add(make);
                if (make.folder()) {
                    folders.put(make.node(), new FolderNode(new TreeMap<>(), new ArrayList<>()));
                } else {
                    files.put(make.node(), new FileNode(new ArrayList<>(List.of(new byte[0])), new ArrayList<>()));
                }
            }
            case DiskOperation.Write write -> file(write.node()).unforced.add(write);
            case DiskOperation.Truncate truncate ->
                file(truncate.node()).unforced.add(truncate);
            case DiskOperation.Remove remove -> folder(remove.parent()).unforced.add(remove);
            case DiskOperation.Move move -> {
                folder(move.toParent()).unforced.add(move);
                if (move.fromParent() != move.toParent()) {
                    folder(move.fromParent()).unforced.add(move);
                }
            }
            case DiskOperation.Force force -> force(force.node());
            case DiskOperation.Promise _ -> {}
        }
    }

    private FileNode file(int node) {
        return Objects.requireNonNull(files.get(node));
    }

    private FolderNode folder(int node) {
        return Objects.requireNonNull(folders.get(node));
    }

    private void force(int node) {
        if (files.containsKey(node)) {
            var file = file(node);
            file.forced.set(0, content(node, Unforced.ALL));
            file.unforced.clear();
        } else if (!folder(node).unforced.isEmpty()) {
            forceNamesThrough(node, folder(node).unforced.getLast());
        }
    }

    private void forceNamesThrough(int node, DiskOperation last) {
        var folder = folder(node);
        while (folder.unforced.contains(last)) {
            var operation = folder.unforced.removeFirst();
            change(folder.forced, node, operation);
            if (operation instanceof DiskOperation.Move move) {
                int other = move.toParent() == node ? move.fromParent() : move.toParent();
                forceNamesThrough(other, move);
            }
        }
    }

    private static void change(Map<String, Integer> names, int folder, DiskOperation operation) {
        switch (operation) {
            case DiskOperation.Make make -> names.put(make.name(), make.node());
            case DiskOperation.Remove remove -> names.remove(remove.name());
            case DiskOperation.Move move -> {
                if (move.fromParent() == folder) {
                    names.remove(move.fromName());
                }
                if (move.toParent() == folder) {
                    names.put(move.toName(), move.node());
                }
            }
            case DiskOperation.Write _, DiskOperation.Truncate _, DiskOperation.Force _, DiskOperation.Promise _ ->
                throw new IllegalArgumentException("no change of a name: " + operation);
        }
    }

    /** The folders with changes that may be lost, and their number. */
    Map<Integer, Integer> unforcedNames() {
        var unforced = new TreeMap<Integer, Integer>();
        folders.forEach((node, folder) -> {
            if (!folder.unforced.isEmpty()) {
                unforced.put(node, folder.unforced.size());
            }
        });
        return unforced;
    }

    /** The files with writes that may be lost. */
    List<Integer> unforcedFiles() {
        return files.keySet().stream()
                .filter(node -> !file(node).unforced.isEmpty())
                .sorted()
                .toList();
    }

    /** All files by their paths; an absent content is that of a folder. */
    Map<String, Optional<byte[]>> content(Choice choice) {
        var content = new TreeMap<String, Optional<byte[]>>();
        collect("", 0, choice, content);
        return content;
    }

    private void collect(String path, int node, Choice choice, Map<String, Optional<byte[]>> content) {
        names(node, choice).forEach((name, child) -> {
            if (files.containsKey(child)) {
                var unforced = choice.contents.getOrDefault(child, Unforced.ALL);
                content.put(path + name, Optional.of(content(child, unforced)));
            } else {
                content.put(path + name, Optional.empty());
                collect(path + name + "/", child, choice, content);
            }
        });
    }

    private Map<String, Integer> names(int node, Choice choice) {
        var folder = folder(node);
        var names = new TreeMap<>(folder.forced);
        int kept = choice.names.getOrDefault(node, 0);
        for (int i = 0; i < folder.unforced.size(); i++) {
            var operation = folder.unforced.get(i);
            if (operation instanceof DiskOperation.Move move ? isThere(move, choice) : i < kept) {
                change(names, node, operation);
            }
        }
        return names;
    }

    private boolean isThere(DiskOperation.Move move, Choice choice) {
        int kept = choice.names.getOrDefault(move.toParent(), 0);
        return folder(move.toParent()).unforced.subList(0, kept).contains(move);
    }

    private byte[] content(int node, Unforced unforced) {
        var file = file(node);
        return switch (unforced) {
            case NONE -> file.forced.getFirst();
            case ALL -> written(file, Long.MAX_VALUE, false, false);
            case FIRST_HALF -> written(file, bytes(file) / 2, false, false);
            case LAST_WRITE -> written(file, Long.MAX_VALUE, true, true);
            case ZEROS -> written(file, Long.MAX_VALUE, true, false);
        };
    }

    private static long bytes(FileNode file) {
        return file.unforced.stream()
                .mapToLong(each -> each instanceof DiskOperation.Write write ? write.bytes().length : 0)
                .sum();
    }

    /** The first bytes of the writes that were not forced, or zeros in their place, except perhaps for the last write. */
    private static byte[] written(FileNode file, long limit, boolean zeros, boolean exceptLast) {
        byte[] content = file.forced.getFirst();
        long left = limit;
        for (int i = 0; i < file.unforced.size() && left > 0; i++) {
            switch (file.unforced.get(i)) {
                case DiskOperation.Truncate truncate ->
                    content = Arrays.copyOf(content, (int) Math.min(content.length, truncate.size()));
                case DiskOperation.Write write -> {
                    int count = (int) Math.min(left, write.bytes().length);
                    int end = (int) write.offset() + count;
                    content = Arrays.copyOf(content, Math.max(content.length, end));
                    boolean kept = !zeros || (exceptLast && i == file.unforced.size() - 1);
                    byte[] bytes = kept ? write.bytes() : new byte[count];
                    System.arraycopy(bytes, 0, content, (int) write.offset(), count);
                    left -= count;
                }
                case DiskOperation.Make _,
                        DiskOperation.Move _,
                        DiskOperation.Remove _,
                        DiskOperation.Force _,
                        DiskOperation.Promise _ -> throw new IllegalArgumentException("no write");
            }
        }
        return content;
    }
}
