package dev.stoker.house.powerloss;

/** A change of the disk. Files and folders have numbers, which stay when names change; the root is 0. */
sealed interface DiskOperation {

    /** A new file or folder, under a name in a folder. */
    record Make(int parent, String name, int node, boolean folder) implements DiskOperation {}

    /** Bytes are written to a file. */
    record Write(int node, long offset, byte[] bytes) implements DiskOperation {}

    /** A file becomes shorter. */
    record Truncate(int node, long size) implements DiskOperation {}

    /** A file or folder is forced to the disk. */
    record Force(int node) implements DiskOperation {}

    /** A file or folder gets another name, possibly in another folder; what had the name is gone. */
    record Move(int fromParent, String fromName, int toParent, String toName, int node) implements DiskOperation {}

    /** A name disappears. */
    record Remove(int parent, String name) implements DiskOperation {}

    /** No change: from here on the product has promised something. */
    record Promise(String text) implements DiskOperation {}
}
