package dev.stoker.bench.soak;

import dev.stoker.core.StokerException;
import dev.stoker.telemetry.hardware.ProcessUsage;
import dev.stoker.telemetry.log.JsonLines;
import dev.stoker.tensor.NativeMemory;
import dev.stoker.train.TrainingObserver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Samples what the process holds while it trains: every few seconds on a thread of its own, and at the end of each epoch on
 * the training thread. Samples go to a file as they are taken, one JSON object per line.
 */
public final class SoakRecorder implements TrainingObserver, AutoCloseable {
    private final long start = System.nanoTime();
    private final Duration interval;
    private final int batch;
    private final Consumer<SoakSample> taken;
    private final AtomicLong images = new AtomicLong();
    private final List<SoakSample> samples = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final JsonLines file;
    private final Thread thread;

    private SoakRecorder(Duration interval, int batch, JsonLines file, Consumer<SoakSample> taken) {
        this.interval = interval;
        this.batch = batch;
        this.file = file;
        this.taken = taken;
        thread = Thread.ofPlatform().name("soak").daemon().unstarted(this::sample);
    }

    /** To be called first of all: native objects are counted only if that is decided before there is one. */
    public static void countPointers() {
        NativeMemory.countPointers();
    }

    /** Begins to sample; {@code batch} is the number of images of a step, and {@code taken} is told of each sample. */
    public static SoakRecorder start(Duration interval, int batch, Path file, Consumer<SoakSample> taken) {
        if (ProcessUsage.now().isEmpty()) {
            throw new StokerException("a soak reads /proc/self, which this system does not have; run it on Linux");
        }
        var recorder = new SoakRecorder(interval, batch, JsonLines.append(file), taken);
        recorder.thread.start();
        return recorder;
    }

    /** In the order in which they were taken. */
    public List<SoakSample> samples() {
        synchronized (samples) {
            return List.copyOf(samples);
        }
    }

    @Override
    public void afterStep(long step) {
        images.addAndGet(batch);
    }

    @Override
    public void epochFinished(EpochReport report) {
        take(true);
    }

    private void sample() {
        try {
            do {
                take(false);
            } while (!ended.await(interval.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(boolean epochEnd) {
        synchronized (samples) {
            var sample = SoakSample.take((System.nanoTime() - start) * 1e-9, epochEnd, images.get());
            samples.add(sample);
            file.write(sample.fields());
            taken.accept(sample);
        }
    }

    @Override
    public void close() {
        ended.countDown();
        try (file) {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
