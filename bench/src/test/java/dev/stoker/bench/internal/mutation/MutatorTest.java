package dev.stoker.bench.internal.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MutatorTest {
    private static final int INPUTS = 500;

    private static final Map<String, Mutator> MUTATORS = Map.of(
            "bytes", new ByteMutator(),
            "text", new TextMutator(),
            "frames", new FrameMutator(new ByteMutator()),
            "jpeg", new JpegMutator(),
            "png", new PngMutator(),
            "tar", new TarMutator(),
            "safetensors", new SafetensorsMutator(),
            "gzip", new GzipMutator(new ByteMutator()),
            "zip", new ZipMutator(new TextMutator()));

    private static Mutator mutator(String name) {
        return Objects.requireNonNull(MUTATORS.get(name));
    }

    private static byte[] original(String name) throws IOException {
        byte[] text = "{\"a\": [1, 2.5], \"name\": \"x\"}\nsecond line: 7\n".getBytes(StandardCharsets.UTF_8);
        return switch (name) {
            case "frames" -> ByteBlocks.concatenated(FrameMutator.frame(text), FrameMutator.frame(new byte[5]));
            case "safetensors" ->
                ByteBlocks.concatenated(new byte[] {(byte) text.length, 0, 0, 0, 0, 0, 0, 0}, text, new byte[12]);
            case "jpeg" ->
                new byte[] {
                    (byte) 0xff,
                    (byte) 0xd8,
                    (byte) 0xff,
                    (byte) 0xdb,
                    0,
                    6,
                    1,
                    2,
                    3,
                    4,
                    (byte) 0xff,
                    (byte) 0xda,
                    0,
                    3,
                    1,
                    9,
                    8,
                    7,
                    (byte) 0xff,
                    (byte) 0xd9
                };
            case "tar" -> Arrays.copyOf(text, 1024);
            case "gzip" -> Compression.gzip(text);
            case "zip" -> ZipMutator.zip(Map.of("a", text));
            case "png" -> png(text);
            default -> text;
        };
    }

    private static byte[] png(byte[] content) {
        byte[] pixels = Compression.zlib(content);
        return ByteBlocks.concatenated(
                new byte[8],
                new byte[] {0, 0, 0, (byte) pixels.length},
                "IDAT".getBytes(StandardCharsets.US_ASCII),
                pixels,
                new byte[4]);
    }

    private static long checksum(String name, long seed) throws IOException {
        var crc = new CRC32();
        byte[] original = original(name);
        for (int i = 0; i < INPUTS; i++) {
            crc.update(mutator(name).mutate(original, original, new SeededRandom(new Seed(seed).derive(i))));
        }
        return crc.getValue();
    }

    /** Otherwise the seed and number of a finding no longer give its file. */
    @Test
    void mutationsStayTheSame() throws IOException {
        assertThat(checksum("bytes", 1)).isEqualTo(2437194750L);
        assertThat(checksum("text", 1)).isEqualTo(3587296392L);
        assertThat(checksum("frames", 1)).isEqualTo(1717146064L);
        assertThat(checksum("jpeg", 1)).isEqualTo(1776435579L);
        assertThat(checksum("tar", 1)).isEqualTo(4150759136L);
        assertThat(checksum("safetensors", 1)).isEqualTo(3363122311L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes", "text", "frames", "jpeg", "png", "tar", "safetensors", "gzip", "zip"})
    void theSameSeedGivesTheSameMutationsAndAnotherOneOthers(String name) throws IOException {
        assertThat(checksum(name, 2)).isEqualTo(checksum(name, 2)).isNotEqualTo(checksum(name, 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes", "text", "frames", "jpeg", "png", "tar", "safetensors", "gzip", "zip"})
    void nearlyEveryMutationChangesTheFileAndTheOriginalIsUntouched(String name) throws IOException {
        byte[] original = original(name);
        int changed = 0;
        for (int i = 0; i < INPUTS; i++) {
            byte[] mutated = mutator(name).mutate(original, original, new SeededRandom(new Seed(i)));
            changed += Arrays.equals(mutated, original) ? 0 : 1;
        }
        assertThat(changed).isGreaterThan(INPUTS * 3 / 5);
        assertThat(original).isEqualTo(original(name));
    }
}
