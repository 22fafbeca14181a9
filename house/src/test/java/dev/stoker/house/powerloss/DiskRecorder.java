package dev.stoker.house.powerloss;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The changes below a folder, in their order, and which number each name has at present. */
final class DiskRecorder {
    private static final int ROOT = 0;

    private final Path root;
    private final List<DiskOperation> operations = new ArrayList<>();
    private final Map<Integer, Map<String, Integer>> folders = new HashMap<>(Map.of(ROOT, new HashMap<>()));
    private int nodes = ROOT + 1;

    DiskRecorder(Path root) {
        this.root = root;
    }

    synchronized List<DiskOperation> operations() {
        return List.copyOf(operations);
    }

    synchronized void promise(String text) {
        operations.add(new DiskOperation.Promise(text));
    }

    /** The number of a file or folder. */
    synchronized int node(Path path) {
        int node = ROOT;
        for (Path name : root.relativize(path.toAbsolutePath().normalize())) {
            if (!name.toString().isEmpty()) {
                node = Objects.requireNonNull(entries(node).get(name.toString()), () -> path + " is not recorded");
            }
        }
        return node;
    }

    private Map<String, Integer> entries(int folder) {
        return Objects.requireNonNull(folders.get(folder), () -> folder + " is not a folder");
    }

    private int parent(Path path) {
        return node(Objects.requireNonNull(path.toAbsolutePath().getParent()));
    }

    synchronized int make(Path path, boolean folder) {
        int node = nodes++;
        entries(parent(path)).put(name(path), node);
        if (folder) {
            folders.put(node, new HashMap<>());
        }
        operations.add(new DiskOperation.Make(parent(path), name(path), node, folder));
        return node;
    }

    synchronized void write(int node, long offset, byte[] bytes) {
        operations.add(new DiskOperation.Write(node, offset, bytes));
    }

    synchronized void truncate(int node, long size) {
        operations.add(new DiskOperation.Truncate(node, size));
    }

    synchronized void force(int node) {
        operations.add(new DiskOperation.Force(node));
    }

    synchronized void move(Path from, Path to) {
        int node = node(from);
        operations.add(new DiskOperation.Move(parent(from), name(from), parent(to), name(to), node));
        entries(parent(from)).remove(name(from));
        entries(parent(to)).put(name(to), node);
    }

    synchronized void remove(Path path) {
        operations.add(new DiskOperation.Remove(parent(path), name(path)));
        entries(parent(path)).remove(name(path));
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }
}
