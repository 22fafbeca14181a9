package dev.stoker.bench.internal.mutation;

import dev.stoker.core.random.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Damages the segments of a JPEG: lengths, fields, tables, order; and its entropy-coded data, with markers. */
public final class JpegMutator implements Mutator {
    private static final int START_OF_SCAN = 0xda;
    private static final int EDITS = 8;

    /** A segment with its marker, and where its data ends; {@code marker} is 0 for entropy-coded data. */
    private record Segment(int marker, byte[] bytes) {
        boolean isData() {
            return marker == 0;
        }
    }

    @Override
    public byte[] mutate(byte[] original, byte[] other, SeededRandom random) {
        var segments = segments(original);
        int chosen = random.nextInt(segments.size());
        var segment = segments.get(chosen);
        switch (random.nextInt(EDITS)) {
            case 0 -> segments.remove(chosen);
            case 1 -> segments.add(random.nextInt(segments.size()), segment);
            case 2 -> segments.set(random.nextInt(segments.size()), segment);
            case 3 -> splice(segments, segments(other), random);
            default -> segments.set(chosen, segment.isData() ? data(segment, random) : field(segment, random));
        }
        return ByteBlocks.concatenated(segments.stream().map(Segment::bytes).toArray(byte[][]::new));
    }

    private static void splice(List<Segment> segments, List<Segment> others, SeededRandom random) {
        segments.set(random.nextInt(segments.size()), others.get(random.nextInt(others.size())));
    }

    /** One byte, one nibble or an integer of a segment; its length stays right for three of four. */
    private static Segment field(Segment segment, SeededRandom random) {
        byte[] bytes = segment.bytes.clone();
        if (bytes.length <= 4) {
            return segment;
        }
        int at = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 4 + random.nextInt(bytes.length - 4);
        switch (random.nextInt(4)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) random.nextInt(256);
            case 2 -> bytes[at] = (byte) ((bytes[at] & 0xf0) | random.nextInt(6));
            default -> ByteBlocks.put(bytes, at, InterestingValues.integer(random), 1 + random.nextInt(2), true);
        }
        return new Segment(segment.marker, bytes);
    }

    /** Flips a bit, inserts a marker, or cuts the data. */
    private static Segment data(Segment segment, SeededRandom random) {
        byte[] bytes = segment.bytes.clone();
        if (bytes.length == 0) {
            return segment;
        }
        int at = random.nextInt(bytes.length);
        return new Segment(
                0,
                switch (random.nextInt(5)) {
                    case 0 -> Arrays.copyOf(bytes, at);
                    case 1 -> ByteBlocks.replaced(bytes, at, at, marker(random));
                    case 2 -> ByteBlocks.replaced(bytes, at, Math.min(bytes.length, at + 2), marker(random));
                    case 3 ->
                        ByteBlocks.replaced(
                                bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(16)), new byte[0]);
                    default -> {
                        bytes[at] ^= (byte) (1 << random.nextInt(8));
                        yield bytes;
                    }
                });
    }

    private static byte[] marker(SeededRandom random) {
        int code = random.nextBoolean() ? 0xd0 + random.nextInt(10) : 0xc0 + random.nextInt(64);
        return new byte[] {(byte) 0xff, (byte) code};
    }

    /** The file in pieces; what is no segment is data. */
    private static List<Segment> segments(byte[] file) {
        var segments = new ArrayList<Segment>();
        int at = 0;
        while (at + 2 <= file.length) {
            int marker = file[at + 1] & 0xff;
            boolean bare = marker >= 0xd0 && marker <= 0xd9;
            int end = bare || at + 4 > file.length ? at + 2 : at + 2 + ByteBlocks.unsigned16(file, at + 2);
            end = Math.min(file.length, Math.max(end, at + 2));
            segments.add(new Segment(marker, Arrays.copyOfRange(file, at, end)));
            at = end;
            if (marker == START_OF_SCAN || (at < file.length && (file[at] & 0xff) != 0xff)) {
                int dataEnd = endOfData(file, at);
                segments.add(new Segment(0, Arrays.copyOfRange(file, at, dataEnd)));
                at = dataEnd;
            }
        }
        segments.add(new Segment(0, Arrays.copyOfRange(file, Math.min(at, file.length), file.length)));
        return segments;
    }

    /** Restart markers belong to the data. */
    private static int endOfData(byte[] file, int from) {
        for (int at = from; at + 1 < file.length; at++) {
            int next = file[at + 1] & 0xff;
            if ((file[at] & 0xff) == 0xff && next != 0 && next != 0xff && (next < 0xd0 || next > 0xd7)) {
                return at;
            }
        }
        return file.length;
    }
}
