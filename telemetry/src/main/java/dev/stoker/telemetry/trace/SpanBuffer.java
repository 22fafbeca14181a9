package dev.stoker.telemetry.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The spans of one lane as plain numbers, in blocks that are never copied: recording a span writes five fields. */
final class SpanBuffer {
    private static final int NUMBERS = 4;

    private static final class Block {
        private final SpanKind[] kinds;
        private final long[] numbers;
        private int size;

        Block(int capacity) {
            kinds = new SpanKind[capacity];
            numbers = new long[NUMBERS * capacity];
        }

        boolean isFull() {
            return size == kinds.length;
        }

        void add(SpanKind kind, long start, long end, long first, long second) {
            int at = NUMBERS * size;
            kinds[size++] = kind;
            numbers[at] = start;
            numbers[at + 1] = end;
            numbers[at + 2] = first;
            numbers[at + 3] = second;
        }

        Span span(int index, long begin) {
            int at = NUMBERS * index;
            return new Span(
                    kinds[index], numbers[at] - begin, numbers[at + 1] - begin, numbers[at + 2], numbers[at + 3]);
        }
    }

    private final SpanBudget room;
    private final List<Block> blocks = new ArrayList<>();
    private int size;

    SpanBuffer(SpanBudget room) {
        this.room = room;
    }

    /** False where the capacity is exhausted. */
    boolean add(SpanKind kind, long start, long end, long first, long second) {
        if (blocks.isEmpty() || blocks.getLast().isFull()) {
            int granted = room.take(size);
            if (granted == 0) {
                return false;
            }
            blocks.add(new Block(granted));
        }
        blocks.getLast().add(kind, start, end, first, second);
        size++;
        return true;
    }

    int size() {
        return size;
    }

    void forEach(long begin, Consumer<Span> action) {
        for (var block : blocks) {
            for (int i = 0; i < block.size; i++) {
                action.accept(block.span(i, begin));
            }
        }
    }
}
