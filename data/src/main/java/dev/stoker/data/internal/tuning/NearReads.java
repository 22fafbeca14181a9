package dev.stoker.data.internal.tuning;

/** Elements and bytes that came from the near cache. */
public record NearReads(long elements, long bytes) {
    public static final NearReads NONE = new NearReads(0, 0);

    NearReads plus(NearReads more) {
        return new NearReads(elements + more.elements, bytes + more.bytes);
    }
}
