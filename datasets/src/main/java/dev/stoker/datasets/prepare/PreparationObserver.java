package dev.stoker.datasets.prepare;

/** Hears how a preparation goes on. */
public interface PreparationObserver {
    /** The source is scanned; some of the images may be in shards that an earlier run has finished. */
    void started(long images, int shards, long imagesDone, int shardsDone);

    /** So many more images are done. */
    void advanced(long images);
}
