package dev.stoker.datasets.internal.source;

import dev.stoker.core.MemoryTracker;
import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.data.file.FileRanges;
import dev.stoker.data.yaml.YamlReader;
import dev.stoker.datasets.internal.tar.TarMember;
import dev.stoker.datasets.internal.tar.TarScanner;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Groups the files of a tar into samples: those of one name follow each other. */
final class TarSampleScan {
    private static final Set<String> IMAGES = Set.of("jpg", "jpeg", "png", "webp", "bmp", "gif");
    private static final String LABEL = "cls";
    private static final String FIELDS = "json";
    private static final List<String> LABEL_FIELDS = List.of("label", "cls", "class", "target");
    private static final int LARGEST_LABEL = 1 << 20;

    private final Path tar;
    private final int number;
    private final Optional<String> labelField;
    private final Consumer<TarSample> samples;
    private final List<TarMember> group = new ArrayList<>();
    private String key = "";

    TarSampleScan(Path tar, int number, Optional<String> labelField, Consumer<TarSample> samples) {
        this.tar = tar;
        this.number = number;
        this.labelField = labelField;
        this.samples = samples;
    }

    void run() {
        try (var reader = FileRanges.of(List.of(tar)).reader(MemoryTracker.UNLIMITED)) {
            TarScanner.scan(tar, member -> add(member, reader));
            finish(reader);
        }
    }

    private void add(TarMember member, FileRanges.Reader reader) {
        String next = member.name().substring(0, keyEnd(member.name()));
        if (!next.equals(key)) {
            finish(reader);
            key = next;
        }
        group.add(member);
    }

    /** A sample is called by everything up to the first dot of the last name. */
    private static int keyEnd(String name) {
        int dot = name.indexOf('.', name.lastIndexOf('/') + 1);
        return dot < 0 ? name.length() : dot;
    }

    private static String ending(TarMember member) {
        int end = keyEnd(member.name());
        return end == member.name().length()
                ? ""
                : member.name().substring(end + 1).toLowerCase(Locale.ROOT);
    }

    /** Groups without an image, such as notes on the whole dataset, are no samples. */
    private void finish(FileRanges.Reader reader) {
        group.stream()
                .filter(member -> IMAGES.contains(ending(member)))
                .findFirst()
                .ifPresent(image -> {
                    if (image.size() > Integer.MAX_VALUE) {
                        throw new StokerException("%s: %s has %,d bytes, too many for an image"
                                .formatted(tar, image.name(), image.size()));
                    }
                    samples.accept(
                            new TarSample(number, image.name(), image.offset(), (int) image.size(), label(reader)));
                });
        group.clear();
    }

    private String label(FileRanges.Reader reader) {
        var plain = labelField.isPresent() ? Optional.<TarMember>empty() : member(LABEL);
        return plain.map(member -> text(member, reader))
                .or(() -> member(FIELDS).flatMap(member -> field(member, text(member, reader))))
                .filter(label -> !label.isEmpty())
                .orElseThrow(this::unlabeled);
    }

    private Optional<TarMember> member(String ending) {
        return group.stream().filter(each -> ending(each).equals(ending)).findFirst();
    }

    private String text(TarMember member, FileRanges.Reader reader) {
        if (member.size() > LARGEST_LABEL) {
            throw new StokerException(
                    "%s: %s has %,d bytes, too many for a label".formatted(tar, member.name(), member.size()));
        }
        var bytes = reader.read(0, member.offset(), (int) member.size()).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.UTF_8).strip();
    }

    private Optional<String> field(TarMember member, String text) {
        if (YamlReader.parse(text, "%s, %s".formatted(tar, member.name())) instanceof ConfigNode.Mapping fields) {
            var found = labelField.map(List::of).orElse(LABEL_FIELDS).stream()
                    .flatMap(name -> Optional.ofNullable(fields.entries().get(name)).stream())
                    .findFirst();
            return found.filter(ConfigNode.Scalar.class::isInstance).map(node -> ((ConfigNode.Scalar) node).text());
        }
        return Optional.empty();
    }

    private StokerException unlabeled() {
        return new StokerException(
                        "%s: %s has no label; a file %s.cls beside it, or a field %s of %s.json, is expected (files: %s)"
                                .formatted(
                                        tar,
                                        key,
                                        key,
                                        labelField.orElse(LABEL_FIELDS.getFirst()),
                                        key,
                                        group.stream().map(TarMember::name).collect(Collectors.joining(", "))))
                .about("label-feature");
    }
}
