package dev.stoker.cli.internal.console;

import dev.stoker.core.Bytes;
import java.util.Optional;

/** The progress of one step of a download: how much, how fast, and the remaining time. */
final class DownloadProgress {
    private final String title;
    private final Optional<Bytes> total;
    private final RemainingTime timeLeft = new RemainingTime();
    private final long start = System.nanoTime();
    private long first = -1;
    private long done;

    private DownloadProgress(String title, Optional<Bytes> total) {
        this.title = title;
        this.total = total;
    }

    static DownloadProgress begin(String title, Optional<Bytes> total) {
        return new DownloadProgress(title, total);
    }

    /** The bytes of the first report were downloaded earlier, so they do not count for the rate. */
    void reached(Bytes bytes) {
        if (first < 0) {
            first = bytes.count();
            timeLeft.start(first);
        }
        done = bytes.count();
    }

    String title() {
        return title;
    }

    boolean isBegun() {
        return done > 0;
    }

    Optional<Double> share() {
        return total.filter(whole -> whole.count() > 0).map(whole -> Math.min(1, done / (double) whole.count()));
    }

    /** Next to a bar, which shows the share already: how much, how fast, and the remaining time. */
    String figures() {
        return new Bytes(done) + pace();
    }

    /** For a line of its own. */
    String plainFigures() {
        return total.map(whole -> "%s of %s%s".formatted(new Bytes(done), whole, pace()))
                .orElseGet(this::figures);
    }

    /** Before the first bytes there is no rate, and the first second is too short to estimate the remaining time. */
    private String pace() {
        if (done <= first) {
            return "";
        }
        String left = total.filter(_ -> seconds() > 1)
                .map(whole -> "  %s left".formatted(timeLeft.text(done, Math.max(done, whole.count()))))
                .orElse("");
        return "  %s%s".formatted(rate(), left);
    }

    String summary() {
        return "%s in %.1f s, %s".formatted(new Bytes(done), seconds(), rate());
    }

    private String rate() {
        return new Bytes((long) ((done - Math.max(0, first)) / seconds())) + "/s";
    }

    private double seconds() {
        return Math.max(1e-3, (System.nanoTime() - start) / 1e9);
    }
}
