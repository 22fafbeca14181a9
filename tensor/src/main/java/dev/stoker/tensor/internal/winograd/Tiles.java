package dev.stoker.tensor.internal.winograd;

/** A range of the tiles of a grid, in arrays that begin with one of them. */
record Tiles(int first, int from, int to) {
    static Tiles of(int from, int to) {
        return new Tiles(from, from, to);
    }

    int count() {
        return to - from;
    }

    /** The place of a tile in the arrays. */
    int index(int tile) {
        return tile - first;
    }

    int start() {
        return index(from);
    }

    int end() {
        return index(to);
    }

    /** A part of them, in the same arrays. */
    Tiles part(int start, int end) {
        return new Tiles(first, from + start, from + end);
    }
}
