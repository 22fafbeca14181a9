package dev.stoker.house.planted.room;

import dev.stoker.house.planted.room.internal.Hidden;
import java.util.List;

/** Shows what is internal to its room in a public signature, which the rule must find. */
public interface Exposing {
    List<Hidden[]> hidden();
}
