package dev.stoker.house.planted.intruder;

import dev.stoker.house.planted.room.internal.Hidden;

/** Uses what is internal to another room, which the rule must find. */
final class Intruder {
    private Intruder() {}

    static int answer() {
        return Hidden.answer();
    }
}
