package dev.stoker.nn.weights;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** The JSON header of a safetensors file, checked: known types, sizes that match the bytes, no gap, no overlap. */
record SafetensorsHeader(SequencedMap<String, SafetensorsFile.Entry> entries, Map<String, String> metadata) {
    private static final int DEEPEST = 4;
    private static final int MOST_DIMENSIONS = 8;
    private static final int LONGEST_NAME = 512;

    static SafetensorsHeader parse(FileBytes file, byte[] text, long dataBytes) {
        var factory = JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(DEEPEST)
                        .maxNameLength(LONGEST_NAME)
                        .build())
                .build();
        try (var json = factory.createParser(ObjectReadContext.empty(), text)) {
            var header = new Reader(file, json).header();
            checkCoverage(file, header.entries.values(), dataBytes);
            return header;
        } catch (JacksonException failure) {
            throw file.notSafetensors(
                    "its header is not the JSON expected (%s)".formatted(failure.getOriginalMessage()), failure);
        }
    }

    private static void checkCoverage(FileBytes file, Iterable<SafetensorsFile.Entry> entries, long dataBytes) {
        var sorted = new ArrayList<SafetensorsFile.Entry>();
        entries.forEach(sorted::add);
        sorted.sort(
                Comparator.comparingLong(SafetensorsFile.Entry::begin).thenComparingLong(SafetensorsFile.Entry::end));
        long expected = 0;
        for (var entry : sorted) {
            if (entry.begin() != expected) {
                throw file.damaged(
                        "a tensor starts at byte %d of the data, expected %d".formatted(entry.begin(), expected));
            }
            expected = entry.end();
        }
        if (expected != dataBytes) {
            throw file.damaged("its tensors need %d bytes, the file holds %d".formatted(expected, dataBytes));
        }
    }

    /** Walks the tokens once. */
    private record Reader(FileBytes file, JsonParser json) {

        SafetensorsHeader header() {
            var entries = new LinkedHashMap<String, SafetensorsFile.Entry>();
            var metadata = new LinkedHashMap<String, String>();
            expect(json.nextToken(), JsonToken.START_OBJECT, "the header");
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                if (name.equals(SafetensorsFile.METADATA)) {
                    readMetadata(metadata);
                } else {
                    entries.put(name, entry(name));
                }
            }
            return new SafetensorsHeader(entries, metadata);
        }

        private void readMetadata(Map<String, String> metadata) {
            expect(json.nextToken(), JsonToken.START_OBJECT, SafetensorsFile.METADATA);
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String key = json.currentName();
                expect(json.nextToken(), JsonToken.VALUE_STRING, key);
                metadata.put(key, json.getString());
            }
        }

        private SafetensorsFile.Entry entry(String name) {
            String type = "";
            List<Long> sizes = List.of();
            List<Long> offsets = List.of();
            expect(json.nextToken(), JsonToken.START_OBJECT, name);
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                switch (json.currentName()) {
                    case "dtype" -> {
                        expect(json.nextToken(), JsonToken.VALUE_STRING, name);
                        type = json.getString();
                    }
                    case "shape" -> sizes = numbers(name);
                    case "data_offsets" -> offsets = numbers(name);
                    default -> throw malformed(name, "an unknown field " + json.currentName());
                }
            }
            return checked(name, elementType(name, type), sizes, offsets);
        }

        private SafetensorsFile.Entry checked(String name, DataType type, List<Long> sizes, List<Long> offsets) {
            if (offsets.size() != 2 || offsets.get(0) > offsets.get(1)) {
                throw malformed(name, "the data offsets " + offsets);
            }
            long bytes = type.bytes();
            for (long size : sizes) {
                if (Math.multiplyHigh(bytes, size) != 0 || bytes * size < 0) {
                    throw malformed(name, "the sizes " + sizes);
                }
                bytes *= size;
            }
            if (bytes != offsets.get(1) - offsets.get(0)) {
                throw malformed(
                        name, "sizes %s of %s but %d bytes".formatted(sizes, type, offsets.get(1) - offsets.get(0)));
            }
            return new SafetensorsFile.Entry(
                    type, sizes.stream().mapToLong(Long::longValue).toArray(), offsets.get(0), offsets.get(1));
        }

        private List<Long> numbers(String name) {
            var numbers = new ArrayList<Long>();
            expect(json.nextToken(), JsonToken.START_ARRAY, name);
            while (json.nextToken() == JsonToken.VALUE_NUMBER_INT) {
                if (json.getLongValue() < 0 || numbers.size() == MOST_DIMENSIONS) {
                    throw malformed(name, "a list with a negative number, or too long a list");
                }
                numbers.add(json.getLongValue());
            }
            expect(json.currentToken(), JsonToken.END_ARRAY, name);
            return numbers;
        }

        private DataType elementType(String name, String code) {
            return Arrays.stream(DataType.values())
                    .filter(type -> type.code().equals(code))
                    .findFirst()
                    .orElseThrow(() -> malformed(name, "the element type '" + code + "', which Stoker does not read"));
        }

        private void expect(@Nullable JsonToken got, JsonToken wanted, String where) {
            if (got != wanted) {
                throw malformed(where, got + " where " + wanted + " was expected");
            }
        }

        private StokerException malformed(String where, String what) {
            return file.notSafetensors("'%s' of its header has %s".formatted(where, what));
        }
    }
}
