package dev.stoker.tensor.internal.winograd;

import java.util.ArrayList;
import java.util.List;

/** Memory of passes, which they use one after another: as much as the largest needs. */
final class Scratch {
    /** Of a group of threads that computes some of the tiles. */
    static final class Group {
        final Points input = new Points();
        final Points output = new Points();
        final Points filterGradient = new Points();
    }

    final Points filters = new Points();
    private final List<Group> groups = new ArrayList<>();

    /** Groups from the first on, which keep what they have reserved. */
    List<Group> groups(int count) {
        while (groups.size() < count) {
            groups.add(new Group());
        }
        return groups.subList(0, count);
    }
}
