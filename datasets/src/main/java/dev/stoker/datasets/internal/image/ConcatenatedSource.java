package dev.stoker.datasets.internal.image;

import dev.stoker.core.Shape;
import dev.stoker.data.SampleSource;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/** The samples of several sources of one shape, one after another. */
final class ConcatenatedSource implements SampleSource {
    private final List<Piece> pieces;
    private final int[] starts;

    /**
     * Samples of one source.
     *
     * @param labels the label of each of its classes among those of all pieces
     */
    record Piece(SampleSource source, int[] labels) {}

    ConcatenatedSource(List<Piece> pieces) {
        this.pieces = List.copyOf(pieces);
        starts = new int[pieces.size() + 1];
        for (int i = 0; i < pieces.size(); i++) {
            starts[i + 1] = Math.addExact(starts[i], pieces.get(i).source().size());
        }
    }

    private int pieceOf(int sample) {
        int found = Arrays.binarySearch(starts, sample);
        int piece = found >= 0 ? found : -found - 2;
        while (starts[piece + 1] == sample) {
            piece++; // pieces without samples
        }
        return piece;
    }

    @Override
    public int size() {
        return starts[pieces.size()];
    }

    @Override
    public Shape shape() {
        return pieces.getFirst().source().shape();
    }

    @Override
    public int label(int index) {
        int piece = pieceOf(index);
        return pieces.get(piece).labels()[pieces.get(piece).source().label(index - starts[piece])];
    }

    @Override
    public MemorySegment sample(int index) {
        int piece = pieceOf(index);
        return pieces.get(piece).source().sample(index - starts[piece]);
    }
}
