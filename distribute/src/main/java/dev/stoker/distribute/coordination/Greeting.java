package dev.stoker.distribute.coordination;

import dev.stoker.core.PrintableText;
import dev.stoker.distribute.RankSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What ranks say of themselves before anything else. */
record Greeting(String version, int world, MemberInfo member) {
    static Greeting ofThisProcess(RankSettings settings, String version) {
        return new Greeting(version, settings.world(), MemberInfo.ofThisProcess(settings.rank()));
    }

    static Greeting of(Frame frame) throws IOException {
        var stream = new DataInputStream(new ByteArrayInputStream(frame.payload()));
        String version = PrintableText.of(stream.readUTF());
        int world = stream.readInt();
        int rank = stream.readInt();
        String host = PrintableText.of(stream.readUTF());
        return new Greeting(version, world, new MemberInfo(rank, host, stream.readLong()));
    }

    Frame frame(FrameKind kind) {
        var bytes = new ByteArrayOutputStream();
        try (var stream = new DataOutputStream(bytes)) {
            stream.writeUTF(version);
            stream.writeInt(world);
            stream.writeInt(member.rank());
            stream.writeUTF(member.host());
            stream.writeLong(member.processId());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return new Frame(kind, bytes.toByteArray());
    }
}
