package dev.stoker.distribute.coordination;

import dev.stoker.core.PrintableText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.Stream;

/** A {@link RankFailure} as it is sent. */
final class FailureFrame {
    private FailureFrame() {}

    static Frame of(RankFailure failure) {
        var bytes = new ByteArrayOutputStream();
        try (var stream = new DataOutputStream(bytes)) {
            stream.writeInt(failure.rank());
            stream.writeUTF(failure.host());
            stream.writeLong(failure.processId());
            stream.writeUTF(failure.kind().name());
            stream.writeUTF(failure.sentence());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return new Frame(FrameKind.FAILED, bytes.toByteArray());
    }

    static RankFailure read(Frame frame) throws IOException {
        var stream = new DataInputStream(new ByteArrayInputStream(frame.payload()));
        int rank = stream.readInt();
        String host = PrintableText.of(stream.readUTF());
        long processId = stream.readLong();
        return new RankFailure(rank, host, processId, kind(stream.readUTF()), PrintableText.of(stream.readUTF()));
    }

    private static RankFailure.Kind kind(String name) throws IOException {
        return Stream.of(RankFailure.Kind.values())
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IOException("%s is no kind of failure".formatted(name)));
    }
}
