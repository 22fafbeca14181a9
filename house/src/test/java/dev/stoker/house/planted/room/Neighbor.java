package dev.stoker.house.planted.room;

import dev.stoker.house.planted.room.internal.Hidden;

/** May use what is internal to its room. */
final class Neighbor {
    private Neighbor() {}

    static int answer() {
        return Hidden.answer();
    }
}
