package dev.stoker.datasets.fetch;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/**
 * Forces many small files to the disk. Several at a time share one commit of the file system's journal: 2,000 files of
 * 6.5 kB took 5.2 s one after the other on ext4, and 0.3 s eight at a time.
 */
record ForcedFiles(List<Path> files) {
    private static final int THREADS = 8;
    private static final int GROUP = 256;

    /** {@code progress} receives the bytes that are on the disk, and may stop it by an exception. */
    void force(LongConsumer progress) {
        long done = 0;
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            for (int start = 0; start < files.size(); start += GROUP) {
                var tasks = new ArrayList<Callable<Long>>();
                for (Path file : files.subList(start, Math.min(files.size(), start + GROUP))) {
                    tasks.add(() -> LocalDisk.open(file, () -> forced(file)));
                }
                for (Future<Long> size : threads.invokeAll(tasks)) {
                    done += size.get();
                }
                progress.accept(done);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new FetchCanceledException();
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof StokerException known ? known : new IllegalStateException(failure);
        }
    }

    private static long forced(Path file) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
            return channel.size();
        }
    }
}
