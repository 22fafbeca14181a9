package dev.stoker.datasets.prepare;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.random.Seed;
import dev.stoker.image.transform.DownscaleLimit;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All that a process needs to write one shard, as a file. */
record ShardTaskFile(PreparationSettings settings, List<String> classes, PlannedShard shard) {

    /** Returns the file. */
    static Path write(Path file, ShardPlan plan, PlannedShard shard) {
        byte[] bytes = new ShardTaskFile(plan.settings(), plan.classes(), shard).bytes();
        AtomicFile.write(file, channel -> AtomicFile.writeFully(channel, ByteBuffer.wrap(bytes)));
        return file;
    }

    private byte[] bytes() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            writeSettings(out);
            out.writeInt(classes.size());
            for (String name : classes) {
                out.writeUTF(name);
            }
            writeShard(out);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }

    private void writeSettings(DataOutputStream out) throws IOException {
        out.writeUTF(settings.source().toAbsolutePath().toString());
        out.writeInt(settings.downscaleLimit().shorterSide());
        out.writeInt(settings.downscaleLimit().longerSide());
        out.writeInt(settings.quality());
        out.writeBoolean(settings.raw());
        out.writeUTF(settings.cropReady().name());
        out.writeUTF(settings.damaged().name());
        out.writeBoolean(settings.trust());
        out.writeInt(settings.workers());
        out.writeInt(settings.maxCorrupt());
    }

    private void writeShard(DataOutputStream out) throws IOException {
        out.writeUTF(shard.split().name());
        out.writeInt(shard.number());
        out.writeInt(shard.count());
        out.writeInt(shard.images().size());
        for (var image : shard.images()) {
            out.writeUTF(image.name());
            out.writeInt(image.label());
            out.writeLong(image.size());
            out.writeUTF(image.modified().toString());
        }
    }

    static ShardTaskFile read(Path file) {
        try (var in = new DataInputStream(Files.newInputStream(file))) {
            var settings = readSettings(in);
            var classes = new ArrayList<String>();
            for (int left = in.readInt(); left > 0; left--) {
                classes.add(in.readUTF());
            }
            return new ShardTaskFile(settings, classes, readShard(in, settings.source()));
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read the description of a shard, %s (%s); source and destination must be in folders that all hosts share"
                            .formatted(file, AtomicFile.reason(failure)),
                    failure);
        }
    }

    /** What only the plan depends on has no meaning here. */
    private static PreparationSettings readSettings(DataInputStream in) throws IOException {
        Path source = Path.of(in.readUTF());
        var limit = new DownscaleLimit(in.readInt(), in.readInt());
        int quality = in.readInt();
        boolean raw = in.readBoolean();
        var cropReady = CropReadyMode.valueOf(in.readUTF());
        var damaged = DamagedMode.valueOf(in.readUTF());
        boolean trust = in.readBoolean();
        int workers = in.readInt();
        int maxCorrupt = in.readInt();
        return new PreparationSettings(
                source,
                source,
                Optional.empty(),
                new Seed(0),
                limit,
                quality,
                raw,
                cropReady,
                false,
                new Bytes(1),
                Optional.empty(),
                workers,
                maxCorrupt,
                damaged,
                false,
                trust,
                false);
    }

    private static PlannedShard readShard(DataInputStream in, Path source) throws IOException {
        var split = SplitName.valueOf(in.readUTF());
        int number = in.readInt();
        int count = in.readInt();
        var images = new ArrayList<SourceImage>();
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            images.add(new SourceImage(
                    source.resolve(name), name, in.readInt(), in.readLong(), Instant.parse(in.readUTF())));
        }
        return new PlannedShard(split, number, count, images);
    }
}
