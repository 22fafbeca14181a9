package dev.stoker.telemetry.trace;

/** An interval in which a trace is on. Clock readings may overflow, so only their differences are compared. */
record RecordingWindow(long since, long until, boolean isOpen) {
    static RecordingWindow open(long since) {
        return new RecordingWindow(since, since, true);
    }

    RecordingWindow closed(long now) {
        return new RecordingWindow(since, now, false);
    }

    boolean meets(long start, long end) {
        return end - since >= 0 && (isOpen || start - until < 0);
    }

    long from(long start) {
        return start - since < 0 ? since : start;
    }

    long to(long end) {
        return isOpen || end - until < 0 ? end : until;
    }
}
