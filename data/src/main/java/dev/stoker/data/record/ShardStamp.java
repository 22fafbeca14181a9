package dev.stoker.data.record;

import dev.stoker.core.StokerException;
import dev.stoker.core.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/** Tells one state of a shard from another without reading it. */
record ShardStamp(long size, long modified) {

    static ShardStamp of(Path shard) {
        try {
            var attributes = Files.readAttributes(shard, BasicFileAttributes.class);
            return new ShardStamp(
                    attributes.size(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(shard, WholeFile.reason(failure)), failure);
        }
    }
}
