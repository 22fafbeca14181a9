package dev.stoker.datasets.prepare;

/** Observes the progress of a preparation. */
public interface PreparationObserver {
    /** The source was scanned; some of the images may be in shards that an earlier run finished. */
    void started(long images, int shards, long imagesDone, int shardsDone);

    /** This many more images are processed. */
    void advanced(long images);
}
