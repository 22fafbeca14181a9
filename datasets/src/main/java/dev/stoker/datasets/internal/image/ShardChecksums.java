package dev.stoker.datasets.internal.image;

import dev.stoker.data.storage.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The checksums of shards in the manifest beside them. */
final class ShardChecksums {
    private static final String MANIFEST = "manifest.json";
    private static final Pattern SHARD =
            Pattern.compile("\"name\":\\s*\"([^\"\\\\]+)\"[^{}]*?\"sha256\":\\s*\"([0-9a-f]{64})\"");

    private ShardChecksums() {}

    /** By the name of the shard; none where there is no manifest, or none that can be read. */
    static Map<String, String> in(Path folder) {
        try {
            return of(Files.readString(folder.resolve(MANIFEST)));
        } catch (IOException _) {
            return Map.of(); // sizes and times still identify the shards
        }
    }

    /** The same of any storage. */
    static Map<String, String> in(Storage storage) {
        return storage.read(MANIFEST)
                .map(bytes -> of(new String(bytes, StandardCharsets.UTF_8)))
                .orElse(Map.of());
    }

    private static Map<String, String> of(String manifest) {
        var checksums = new HashMap<String, String>();
        SHARD.matcher(manifest).results().forEach(shard -> checksums.put(shard.group(1), shard.group(2)));
        return checksums;
    }
}
