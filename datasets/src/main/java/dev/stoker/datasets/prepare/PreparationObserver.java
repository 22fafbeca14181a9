package dev.stoker.datasets.prepare;

/** Hears how a preparation goes on. */
public interface PreparationObserver {
    /** The source is scanned; some of the pictures may be in shards that an earlier run has finished. */
    void started(long pictures, int shards, long picturesDone, int shardsDone);

    /** So many more pictures are done. */
    void advanced(long pictures);
}
