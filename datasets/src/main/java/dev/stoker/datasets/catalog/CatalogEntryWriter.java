package dev.stoker.datasets.catalog;

import dev.stoker.core.Bytes;
import java.io.StringWriter;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** Writes an entry in the form of a catalog, so that {@link CatalogEntryReader} reads it back. */
final class CatalogEntryWriter {
    private static final YAMLFactory FACTORY = YAMLFactory.builder()
            .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
            // A checksum of digits alone, or with one e in it, would be read as a number by others.
            .enable(YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .build();

    private CatalogEntryWriter() {}

    static String write(CatalogEntry entry) {
        var text = new StringWriter();
        try (var yaml = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            yaml.writeStartObject();
            yaml.writeName(entry.name());
            yaml.writeStartObject();
            writeFields(yaml, entry);
            yaml.writeEndObject();
            yaml.writeEndObject();
        }
        return text.toString();
    }

    private static void writeFields(JsonGenerator yaml, CatalogEntry entry) {
        yaml.writeStringProperty("title", entry.title());
        yaml.writeStringProperty("layout", entry.layout().key());
        yaml.writeStringProperty("shape", entry.shape().toString());
        yaml.writeNumberProperty("training", entry.training());
        yaml.writeNumberProperty("test", entry.test());
        yaml.writeBooleanProperty("flip", entry.flip());
        yaml.writeStringProperty("license", entry.license());
        yaml.writeName("classes");
        yaml.writeStartArray();
        entry.classes().forEach(yaml::writeString);
        yaml.writeEndArray();
        yaml.writeName("files");
        yaml.writeStartObject();
        entry.files().forEach(file -> writeFile(yaml, file));
        yaml.writeEndObject();
        yaml.writeName("origins");
        yaml.writeStartArray();
        entry.origins().forEach(origin -> writeOrigin(yaml, origin));
        yaml.writeEndArray();
    }

    private static void writeFile(JsonGenerator yaml, CatalogFile file) {
        yaml.writeName(file.name());
        yaml.writeStartObject();
        yaml.writeNumberProperty("bytes", file.size().count());
        file.checksum().ifPresent(checksum -> writeChecksum(yaml, checksum));
        yaml.writeEndObject();
    }

    private static void writeOrigin(JsonGenerator yaml, DatasetOrigin origin) {
        yaml.writeStartObject();
        switch (origin) {
            case DatasetOrigin.Https https -> writeDownloads(yaml, https);
            case DatasetOrigin.NpmPackage(String name, String version, var size) ->
                writePackage(yaml, "npm", name + "@" + version, size);
            case DatasetOrigin.DebianPackage(String name, var size) -> writePackage(yaml, "debian", name, size);
            case DatasetOrigin.LocalCopy(var path) -> yaml.writeStringProperty("local", path.toString());
        }
        yaml.writeEndObject();
    }

    private static void writePackage(JsonGenerator yaml, String client, String name, Optional<Bytes> size) {
        yaml.writeStringProperty(client, name);
        size.ifPresent(bytes -> yaml.writeNumberProperty("bytes", bytes.count()));
    }

    private static void writeDownloads(JsonGenerator yaml, DatasetOrigin.Https https) {
        yaml.writeStringProperty("url", https.title());
        var downloads = https.downloads();
        if (downloads.size() == 1) {
            downloads.getFirst().checksum().ifPresent(checksum -> writeChecksum(yaml, checksum));
            return;
        }
        yaml.writeName("files");
        yaml.writeStartObject();
        downloads.forEach(download -> {
            yaml.writeName(download.fileName());
            yaml.writeStartObject();
            download.checksum().ifPresent(checksum -> writeChecksum(yaml, checksum));
            yaml.writeEndObject();
        });
        yaml.writeEndObject();
    }

    private static void writeChecksum(JsonGenerator yaml, Checksum checksum) {
        yaml.writeStringProperty(checksum.algorithm().key(), checksum.digits());
    }
}
