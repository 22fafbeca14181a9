package dev.stoker.house.planted.room.internal;

/** Internal to its room. */
public final class Hidden {
    private Hidden() {}

    public static int answer() {
        return 42;
    }
}
