package dev.stoker.datasets.internal.image;

import java.io.IOException;
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
            var checksums = new HashMap<String, String>();
            SHARD.matcher(Files.readString(folder.resolve(MANIFEST)))
                    .results()
                    .forEach(shard -> checksums.put(shard.group(1), shard.group(2)));
            return checksums;
        } catch (IOException _) {
            return Map.of(); // sizes and times still identify the shards
        }
    }
}
