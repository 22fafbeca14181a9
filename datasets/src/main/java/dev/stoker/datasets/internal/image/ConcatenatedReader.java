package dev.stoker.datasets.internal.image;

import dev.stoker.data.Worker;
import dev.stoker.data.storage.StorageRequests;
import dev.stoker.datasets.FileFingerprint;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The images of several readers, one after another. */
public final class ConcatenatedReader implements EncodedImageReader {
    private final List<Piece> pieces;
    private final int[] starts;

    /**
     * Images of one reader.
     *
     * @param labels the label of each of its classes among those of all pieces
     */
    public record Piece(EncodedImageReader reader, int[] labels) {}

    public ConcatenatedReader(List<Piece> pieces) {
        this.pieces = List.copyOf(pieces);
        starts = new int[pieces.size() + 1];
        for (int i = 0; i < pieces.size(); i++) {
            starts[i + 1] = Math.addExact(starts[i], pieces.get(i).reader().size());
        }
    }

    @Override
    public int size() {
        return starts[pieces.size()];
    }

    private int pieceOf(long sample) {
        int found = Arrays.binarySearch(starts, (int) sample);
        int piece = found >= 0 ? found : -found - 2;
        while (starts[piece + 1] == sample) {
            piece++; // pieces without images
        }
        return piece;
    }

    @Override
    public Labeled read(long sample, Worker worker) {
        int piece = pieceOf(sample);
        var image = pieces.get(piece).reader().read(sample - starts[piece], worker);
        return new Labeled(image.encoded(), pieces.get(piece).labels()[image.label()]);
    }

    @Override
    public void prefetch(long sample, Worker worker) {
        int piece = pieceOf(sample);
        pieces.get(piece).reader().prefetch(sample - starts[piece], worker);
    }

    @Override
    public void expect(long sample) {
        int piece = pieceOf(sample);
        pieces.get(piece).reader().expect(sample - starts[piece]);
    }

    @Override
    public List<String> warnings() {
        return pieces.stream()
                .flatMap(piece -> piece.reader().warnings().stream())
                .distinct()
                .toList();
    }

    @Override
    public boolean isRemote() {
        return pieces.stream().anyMatch(piece -> piece.reader().isRemote());
    }

    @Override
    public List<StorageRequests> requests() {
        return pieces.stream()
                .flatMap(piece -> piece.reader().requests().stream())
                .distinct()
                .toList();
    }

    @Override
    public OptionalInt label(long sample) {
        int piece = pieceOf(sample);
        var label = pieces.get(piece).reader().label(sample - starts[piece]);
        return label.isEmpty() ? label : OptionalInt.of(pieces.get(piece).labels()[label.getAsInt()]);
    }

    @Override
    public String title() {
        return pieces.getFirst().reader().title();
    }

    @Override
    public String describe(long sample) {
        int piece = pieceOf(sample);
        return pieces.get(piece).reader().describe(sample - starts[piece]);
    }

    @Override
    public String identity(long sample) {
        int piece = pieceOf(sample);
        return pieces.get(piece).reader().identity(sample - starts[piece]);
    }

    @Override
    public Stream<FileFingerprint> files(Path folder) {
        return pieces.stream().flatMap(piece -> piece.reader().files(folder));
    }

    @Override
    public void close() {
        pieces.forEach(piece -> piece.reader().close());
    }
}
