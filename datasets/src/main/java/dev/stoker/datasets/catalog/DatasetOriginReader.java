package dev.stoker.datasets.catalog;

import dev.stoker.core.Bytes;
import dev.stoker.core.config.ConfigNode;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads one item of the list of origins; the key that it has says which kind it is. */
record DatasetOriginReader(String owner) {
    private static final List<String> KINDS = List.of("url", "npm", "debian", "local");
    private static final List<String> KEYS =
            List.of("url", "npm", "debian", "local", "files", "bytes", "md5", "sha256");
    private static final List<String> DOWNLOAD_KEYS = List.of("md5", "sha256");

    DatasetOrigin read(ConfigNode node) {
        var fields = CatalogFields.of(node, owner, KEYS);
        var kinds = KINDS.stream()
                .filter(kind -> fields.optionalText(kind).isPresent())
                .toList();
        if (kinds.size() != 1) {
            throw fields.arguments().error("an origin has one of the keys %s".formatted(String.join(", ", KINDS)));
        }
        return fields.located(() -> origin(kinds.getFirst(), fields));
    }

    private DatasetOrigin origin(String kind, CatalogFields fields) {
        String value = fields.text(kind);
        return switch (kind) {
            case "url" -> new DatasetOrigin.Https(downloads(value, fields));
            case "npm" -> npm(value, size(fields));
            case "debian" -> new DatasetOrigin.DebianPackage(value, size(fields));
            default -> new DatasetOrigin.LocalCopy(Path.of(value));
        };
    }

    private static Optional<Bytes> size(CatalogFields fields) {
        return fields.optionalText("bytes").map(_ -> fields.bytes("bytes"));
    }

    private static DatasetOrigin npm(String value, Optional<Bytes> size) {
        int at = Math.max(0, value.lastIndexOf('@'));
        return new DatasetOrigin.NpmPackage(
                value.substring(0, at), value.substring(at).replaceFirst("@", ""), size);
    }

    private List<DatasetOrigin.Download> downloads(String url, CatalogFields fields) {
        if (!url.endsWith("/")) {
            return List.of(new DatasetOrigin.Download(URI.create(url), fields.checksum()));
        }
        var downloads = new ArrayList<DatasetOrigin.Download>();
        fields.entries("files").forEach((name, node) -> {
            var file = CatalogFields.of(node, owner + ", " + name, DOWNLOAD_KEYS);
            downloads.add(file.located(() -> new DatasetOrigin.Download(below(url, name), file.checksum())));
        });
        return downloads;
    }

    private static URI below(String url, String name) {
        var file = URI.create(url).resolve(name);
        boolean leaves = !file.toString().equals(url + name) || name.contains("..");
        if (leaves || file.getFragment() != null || file.getQuery() != null) {
            throw new IllegalArgumentException("'%s' is not the name of a file below %s".formatted(name, url));
        }
        return file;
    }
}
