package dev.stoker.datasets.prepare;

import dev.stoker.data.example.ExampleWriter;
import dev.stoker.image.BadPictureException;
import dev.stoker.image.Decoder;
import dev.stoker.image.Encoder;
import dev.stoker.image.ImageFormat;
import dev.stoker.image.ImageHeader;
import dev.stoker.image.Picture;
import dev.stoker.image.Scratch;
import dev.stoker.image.jpeg.CropReady;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Reads pictures, proves them sound, and makes records of them. For one thread at a time. */
final class PictureWorker implements AutoCloseable {
    /** 128×128 in colour; beyond, encoded pictures are so much smaller that decoding them costs less than reading. */
    private static final long LARGEST_RAW = 128 * 128 * 3;

    private final PreparationSettings settings;
    private final List<String> classes;
    private final Decoder decoder = Decoder.openCv();
    private final Encoder encoder;
    private final Scratch scratch = Scratch.open();
    private final ExampleWriter example = new ExampleWriter();
    private boolean cropReady;

    PictureWorker(PreparationSettings settings, List<String> classes) {
        this.settings = settings;
        this.classes = classes;
        encoder = Encoder.openCv(settings.quality());
    }

    Outcome work(Item item) {
        var bytes = MemorySegment.ofArray(item.read());
        cropReady = false;
        try {
            return new Outcome.Stored(item, record(item, bytes), cropReady);
        } catch (BadPictureException bad) {
            return new Outcome.Corrupt(item, String.valueOf(bad.getMessage()));
        }
    }

    private byte[] record(Item item, MemorySegment bytes) {
        var header = decoder.header(bytes);
        if (!mayChange(header)) {
            if (!settings.trust()) {
                decode(bytes, header);
            }
            return record(item, rewritten(bytes, header.format()), header);
        }
        var original = decode(bytes, header);
        var picture = settings.shrinking().apply(original, scratch);
        if (isRaw(picture)) {
            example.int64("image/channels", picture.channels());
            return record(item, picture.pixels(), "raw", picture.height(), picture.width());
        }
        if (picture == original) {
            return record(item, rewritten(bytes, header.format()), header);
        }
        var format = lossless(header.format()) ? ImageFormat.PNG : ImageFormat.JPEG;
        var encoded = encoder.encode(picture, format, scratch);
        return record(item, rewritten(encoded, format), format(format), picture.height(), picture.width());
    }

    /** Ready for crops where that is wanted and can be done; else as it is. */
    private MemorySegment rewritten(MemorySegment encoded, ImageFormat format) {
        if (settings.cropReady() != CropReadiness.ON || format != ImageFormat.JPEG) {
            return encoded;
        }
        return switch (CropReady.rewrite(encoded.toArray(ValueLayout.JAVA_BYTE), CropReady.USUAL_TILE)) {
            case CropReady.Result.Rewritten(byte[] bytes) -> {
                cropReady = true;
                yield MemorySegment.ofArray(bytes);
            }
            case CropReady.Result.AsItWas _ -> encoded;
        };
    }

    private boolean mayChange(ImageHeader header) {
        return settings.raw() || settings.shrinking().changes(header.width(), header.height());
    }

    private Picture decode(MemorySegment bytes, ImageHeader header) {
        return decoder.decode(bytes, header.channels() == 1 ? 1 : 3, scratch);
    }

    private boolean isRaw(Picture picture) {
        return settings.raw() && picture.pixels().byteSize() <= LARGEST_RAW;
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

    private byte[] record(Item item, MemorySegment picture, ImageHeader header) {
        return record(item, picture, format(header.format()), header.height(), header.width());
    }

    private byte[] record(Item item, MemorySegment picture, String format, int height, int width) {
        return example.bytes("image/encoded", picture)
                .bytes("image/format", utf8(format))
                .int64("image/class/label", item.label())
                .bytes("image/class/text", utf8(classes.get(item.label())))
                .int64("image/height", height)
                .int64("image/width", width)
                .bytes("image/filename", utf8(item.name()))
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
