package dev.stoker.datasets.fetch;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.InflaterInputStream;

/** The numeric arrays of a MATLAB file of level 5, compressed or not: as much of the format as lists of labels need. */
final class MatlabArrays {
    private static final int MAX_BYTES = 16 << 20;
    private static final int HEADER = 128;
    private static final int ORDER_AT = 126;
    private static final int ALIGNMENT = 8;
    private static final int SMALL_BYTES = 4;

    private static final int MATRIX = 14;
    private static final int COMPRESSED = 15;

    /** A part of the file: its type and its bytes. */
    private record Element(int type, ByteBuffer bytes) {}

    private final Path file;
    private final ByteBuffer content;

    private MatlabArrays(Path file, ByteBuffer content) {
        this.file = file;
        this.content = content;
    }

    static MatlabArrays open(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException(file.getFileName() + " is too long for a list of labels");
        }
        var bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        if (bytes.capacity() < HEADER || !isText(bytes)) {
            throw new IOException(file.getFileName() + " is not a MATLAB file of level 5");
        }
        boolean little = bytes.get(ORDER_AT) == 'I';
        bytes.position(HEADER).order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        return new MatlabArrays(file, bytes);
    }

    private static boolean isText(ByteBuffer bytes) {
        byte[] head = new byte[6];
        bytes.get(0, head);
        return new String(head, StandardCharsets.ISO_8859_1).equals("MATLAB");
    }

    /** The values of an array of integers of any shape, column by column. */
    int[] integers(String name) throws IOException {
        try {
            var rest = content.duplicate().order(content.order());
            while (rest.remaining() >= ALIGNMENT) {
                var matrix = inflated(next(rest));
                if (matrix.type == MATRIX && hasName(matrix.bytes, name)) {
                    return values(next(matrix.bytes));
                }
            }
        } catch (BufferUnderflowException cut) {
            throw new IOException(file.getFileName() + " is cut short", cut);
        }
        throw new IOException("%s has no array %s".formatted(file.getFileName(), name));
    }

    /** Skips flags and dimensions; afterward, the values are next. */
    private static boolean hasName(ByteBuffer matrix, String name) {
        next(matrix);
        next(matrix);
        var letters = next(matrix).bytes;
        return StandardCharsets.ISO_8859_1.decode(letters).toString().equals(name);
    }

    /** Up to four bytes are stored within the tag; other elements, except compressed ones, end at a multiple of eight. */
    private static Element next(ByteBuffer from) {
        int tag = from.getInt();
        int small = tag >>> Short.SIZE;
        int type = tag & 0xffff;
        int size = small > 0 ? small : from.getInt();
        if (size < 0 || size > from.remaining()) {
            throw new BufferUnderflowException();
        }
        var bytes = from.slice(from.position(), size).order(from.order());
        int taken = small > 0 ? SMALL_BYTES : type == COMPRESSED ? size : Math.ceilDiv(size, ALIGNMENT) * ALIGNMENT;
        from.position(Math.min(from.limit(), from.position() + taken));
        return new Element(type, bytes);
    }

    private static Element inflated(Element element) throws IOException {
        if (element.type != COMPRESSED) {
            return element;
        }
        var packed = new byte[element.bytes.remaining()];
        element.bytes.get(packed);
        try (var inflater = new InflaterInputStream(new ByteArrayInputStream(packed))) {
            var bytes = ByteBuffer.wrap(inflater.readNBytes(MAX_BYTES));
            return next(bytes.order(element.bytes.order()));
        }
    }

    private int[] values(Element numbers) throws IOException {
        var bytes = numbers.bytes;
        var values = new int[bytes.remaining() / width(numbers.type)];
        for (int i = 0; i < values.length; i++) {
            double value = number(numbers.type, bytes);
            values[i] = (int) value;
            if (values[i] != value) {
                throw new IOException("%s holds %s, which is no label".formatted(file.getFileName(), value));
            }
        }
        return values;
    }

    private int width(int type) throws IOException {
        return switch (type) {
            case 1, 2 -> Byte.BYTES;
            case 3, 4 -> Short.BYTES;
            case 5, 6, 7 -> Integer.BYTES;
            case 9, 12, 13 -> Long.BYTES;
            default -> throw new IOException("%s has values of the type %d".formatted(file.getFileName(), type));
        };
    }

    private static double number(int type, ByteBuffer bytes) {
        return switch (type) {
            case 1 -> bytes.get();
            case 2 -> Byte.toUnsignedInt(bytes.get());
            case 3 -> bytes.getShort();
            case 4 -> Short.toUnsignedInt(bytes.getShort());
            case 5 -> bytes.getInt();
            case 6 -> Integer.toUnsignedLong(bytes.getInt());
            case 7 -> bytes.getFloat();
            case 9 -> bytes.getDouble();
            default -> bytes.getLong();
        };
    }
}
