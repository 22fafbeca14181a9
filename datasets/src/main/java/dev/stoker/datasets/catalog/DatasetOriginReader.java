package dev.stoker.datasets.catalog;

import dev.stoker.core.Bytes;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads one item of the list of origins; the key that it has says which kind it is. */
record DatasetOriginReader(YamlText text, String owner) {
    private static final List<String> KINDS = List.of("url", "npm", "debian", "local");
    private static final Set<String> KEYS = Set.of("url", "npm", "debian", "local", "files", "bytes", "md5", "sha256");
    private static final Set<String> DOWNLOAD_KEYS = Set.of("md5", "sha256");

    DatasetOrigin read(YamlNode node) {
        var fields = Fields.of(text, owner, node, KEYS);
        var kinds =
                KINDS.stream().filter(kind -> fields.optional(kind).isPresent()).toList();
        if (kinds.size() != 1) {
            throw fields.wrong(node.line(), "an origin has one of the keys %s".formatted(String.join(", ", KINDS)));
        }
        return CatalogEntryReader.located(fields, () -> origin(kinds.getFirst(), fields));
    }

    private DatasetOrigin origin(String kind, Fields fields) {
        String value = fields.text(kind);
        return switch (kind) {
            case "url" -> new DatasetOrigin.Https(downloads(value, fields));
            case "npm" -> npm(value, size(fields));
            case "debian" -> new DatasetOrigin.DebianPackage(value, size(fields));
            default -> new DatasetOrigin.LocalCopy(Path.of(value));
        };
    }

    private static Optional<Bytes> size(Fields fields) {
        return fields.optional("bytes").map(_ -> fields.bytes("bytes"));
    }

    private static DatasetOrigin npm(String value, Optional<Bytes> size) {
        int at = Math.max(0, value.lastIndexOf('@'));
        return new DatasetOrigin.NpmPackage(
                value.substring(0, at), value.substring(at).replaceFirst("@", ""), size);
    }

    private List<DatasetOrigin.Download> downloads(String url, Fields fields) {
        if (!url.endsWith("/")) {
            return List.of(new DatasetOrigin.Download(URI.create(url), fields.checksum()));
        }
        var downloads = new ArrayList<DatasetOrigin.Download>();
        fields.mapping("files").entries().forEach((name, node) -> {
            var file = Fields.of(text, owner + ", " + name, node, DOWNLOAD_KEYS);
            downloads.add(CatalogEntryReader.located(
                    file, () -> new DatasetOrigin.Download(URI.create(url).resolve(name), file.checksum())));
        });
        return downloads;
    }
}
