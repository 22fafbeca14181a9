package dev.stoker.telemetry.log;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.TfRecordFormat;
import dev.stoker.telemetry.hardware.HostName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes scalars, histograms, images and texts for TensorBoard. Any thread may write; every event is written to the operating system when the
 * call returns.
 */
public final class TensorBoardWriter implements AutoCloseable {
    private static final AtomicInteger OPENED = new AtomicInteger();

    private final LogFile log;
    private final InstantSource clock;

    private TensorBoardWriter(LogFile log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    /**
     * Starts a new file in the folder. With a start step above 0, TensorBoard forgets the points that earlier files of
     * the folder hold at that step and later: those of a run that continued after the checkpoint it is now resumed from.
     * TensorBoard 2.21's fast loader forgets them tag by tag instead, as each tag is written again.
     */
    public static TensorBoardWriter open(Path folder, long startStep) {
        return open(folder, startStep, InstantSource.system());
    }

    static TensorBoardWriter open(Path folder, long startStep, InstantSource clock) {
        if (startStep < 0) {
            throw new IllegalArgumentException("the start step cannot be negative, got " + startStep);
        }
        var events = new TensorBoardWriter(LogFile.create(freshFile(folder, clock)), clock);
        try {
            events.announce(startStep);
            return events;
        } catch (StokerException failure) {
            events.close();
            throw failure;
        }
    }

    public void scalar(String tag, long step, double value) {
        scalars(step, Map.of(tag, value));
    }

    /** All the values go into one event. */
    public void scalars(long step, Map<String, Double> values) {
        if (!values.isEmpty()) {
            write(EventProto.scalars(clock.instant(), step, values));
        }
    }

    public void histogram(String tag, long step, Histogram histogram) {
        write(EventProto.value(clock.instant(), step, SummaryProto.histogram(tag, histogram)));
    }

    /** An image of so many pixels as a PNG or JPEG file. */
    public void image(String tag, long step, int width, int height, byte[] encoded) {
        write(EventProto.value(clock.instant(), step, SummaryProto.image(tag, width, height, encoded)));
    }

    /** Text that TensorBoard shows as Markdown. */
    public void text(String tag, long step, String markdown) {
        write(EventProto.value(clock.instant(), step, SummaryProto.text(tag, markdown)));
    }

    /** Forces what was written onto the disk. */
    public void flush() {
        log.force();
    }

    @Override
    public void close() {
        log.close();
    }

    private void announce(long startStep) {
        write(EventProto.version(clock.instant()));
        if (startStep > 0) {
            write(EventProto.sessionStart(clock.instant(), startStep));
        }
    }

    private void write(byte[] event) {
        log.write(TfRecordFormat.frame(event).array());
    }

    /** TensorBoard reads the files of a folder in the order of their names, so the time comes first. */
    private static Path freshFile(Path folder, InstantSource clock) {
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot create the folder %s (%s)".formatted(folder, AtomicFile.reason(failure)), failure);
        }
        return folder.resolve(String.format(
                Locale.ROOT,
                "events.out.tfevents.%010d.%s.%d.%d",
                clock.instant().getEpochSecond(),
                HostName.ofThisMachine(),
                ProcessHandle.current().pid(),
                OPENED.getAndIncrement()));
    }
}
