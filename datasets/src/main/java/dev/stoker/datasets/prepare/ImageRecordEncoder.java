package dev.stoker.datasets.prepare;

import dev.stoker.data.example.ExampleWriter;
import dev.stoker.image.DamagedImageException;
import dev.stoker.image.Image;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.decode.ImageEncoder;
import dev.stoker.image.decode.ImageFormat;
import dev.stoker.image.decode.ImageHeader;
import dev.stoker.image.jpeg.JpegIntegrity;
import dev.stoker.image.jpeg.TiledJpegRewriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads images, checks that they can be decoded, and encodes them as records. For one thread at a time. */
final class ImageRecordEncoder implements AutoCloseable {
    /** 128×128 in color; larger encoded images are so much smaller than pixels that decoding costs less than reading. */
    private static final long MAX_RAW_BYTES = 128 * 128 * 3;

    private final PreparationSettings settings;
    private final List<String> classes;
    private final ImageDecoder decoder = ImageDecoder.openCv();
    private final ImageEncoder encoder;
    private final ScratchBuffers scratch = ScratchBuffers.open();
    private final ExampleWriter example = new ExampleWriter();
    private boolean cropReady;

    ImageRecordEncoder(PreparationSettings settings, List<String> classes) {
        this.settings = settings;
        this.classes = classes;
        encoder = ImageEncoder.openCv(settings.quality());
    }

    ImageRecordResult encode(SourceImage source) {
        return encode(source, source.read());
    }

    ImageRecordResult encode(SourceImage source, byte[] file) {
        var bytes = MemorySegment.ofArray(file);
        cropReady = false;
        try {
            return stored(source, bytes, Optional.empty());
        } catch (DamagedImageException damage) {
            return damaged(source, bytes, String.valueOf(damage.getMessage()));
        } catch (InvalidImageException bad) {
            return new ImageRecordResult.Corrupt(source, String.valueOf(bad.getMessage()));
        }
    }

    private ImageRecordResult stored(SourceImage source, MemorySegment bytes, Optional<String> damage) {
        return new ImageRecordResult.Stored(source, record(source, bytes), cropReady, damage);
    }

    private ImageRecordResult damaged(SourceImage source, MemorySegment bytes, String reason) {
        return switch (settings.damaged()) {
            case SKIP -> new ImageRecordResult.Damaged(source, reason);
            case KEEP -> stored(source, encodedAgain(bytes), Optional.of(reason));
        };
    }

    private MemorySegment encodedAgain(MemorySegment bytes) {
        int channels = decoder.header(bytes).channels() == 1 ? 1 : 3;
        var image = decoder.acceptingDamage().decode(bytes, channels, scratch);
        var again = encoder.encode(image, ImageFormat.JPEG, scratch);
        return MemorySegment.ofArray(again.toArray(ValueLayout.JAVA_BYTE)); // not in buffers that are used again
    }

    @SuppressWarnings("ReferenceEquality") // shrinking returns the image itself where there is nothing to do
    private byte[] record(SourceImage source, MemorySegment bytes) {
        var header = decoder.header(bytes);
        if (!mayChange(header)) {
            if (!settings.trust()) {
                decode(bytes, header);
            }
            return record(source, rewritten(bytes, header.format()), header);
        }
        var original = decode(bytes, header);
        if (header.format() == ImageFormat.JPEG && !settings.trust()) {
            refuseDamaged(bytes.toArray(ValueLayout.JAVA_BYTE));
        }
        var image = settings.downscaleLimit().apply(original, scratch);
        if (isRaw(image)) {
            example.int64("image/channels", image.channels());
            return record(source, image.pixels(), "raw", image.height(), image.width());
        }
        if (image == original) {
            return record(source, rewritten(bytes, header.format()), header);
        }
        var format = lossless(header.format()) ? ImageFormat.PNG : ImageFormat.JPEG;
        var encoded = encoder.encode(image, format, scratch);
        return record(source, rewritten(encoded, format), format(format), image.height(), image.width());
    }

    /** Rewritten for decoding of crops if that is enabled and possible; else unchanged, and refused where it is damaged. */
    private MemorySegment rewritten(MemorySegment encoded, ImageFormat format) {
        if (format != ImageFormat.JPEG || (settings.trust() && settings.cropReady() != CropReadyMode.ON)) {
            return encoded;
        }
        byte[] file = encoded.toArray(ValueLayout.JAVA_BYTE);
        if (settings.cropReady() == CropReadyMode.ON
                && TiledJpegRewriter.rewrite(file, TiledJpegRewriter.DEFAULT_TILE_WIDTH)
                        instanceof TiledJpegRewriter.Result.Rewritten(byte[] bytes)) {
            cropReady = true;
            return MemorySegment.ofArray(bytes);
        }
        refuseDamaged(file);
        return encoded;
    }

    /** The entropy coding tells more than decoders report: they accept blocks of too many coefficients, for example. */
    private static void refuseDamaged(byte[] jpeg) {
        if (JpegIntegrity.of(jpeg) instanceof JpegIntegrity.Damaged(String reason)) {
            throw new DamagedImageException("damaged JPEG with missing or wrong pixels: " + reason);
        }
    }

    private boolean mayChange(ImageHeader header) {
        return settings.raw() || settings.downscaleLimit().changes(header.width(), header.height());
    }

    private Image decode(MemorySegment bytes, ImageHeader header) {
        return decoder.decode(bytes, header.channels() == 1 ? 1 : 3, scratch);
    }

    private boolean isRaw(Image image) {
        return settings.raw() && image.pixels().byteSize() <= MAX_RAW_BYTES;
    }

    private static boolean lossless(ImageFormat format) {
        return switch (format) {
            case JPEG, WEBP -> false;
            case PNG, BMP, GIF -> true;
        };
    }

    private static String format(ImageFormat format) {
        return format.name().toLowerCase(Locale.ROOT);
    }

    private byte[] record(SourceImage source, MemorySegment image, ImageHeader header) {
        return record(source, image, format(header.format()), header.height(), header.width());
    }

    private byte[] record(SourceImage source, MemorySegment image, String format, int height, int width) {
        return example.bytes("image/encoded", image)
                .bytes("image/format", utf8(format))
                .int64("image/class/label", source.label())
                .bytes("image/class/text", utf8(classes.get(source.label())))
                .int64("image/height", height)
                .int64("image/width", width)
                .bytes("image/filename", utf8(source.name()))
                .toBytes();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        scratch.close();
    }
}
