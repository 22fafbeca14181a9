package dev.stoker.nn.weights;

import dev.stoker.core.StokerException;
import dev.stoker.nn.internal.WeightNames;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The bytes of a pickle, instruction by instruction; errors name the position of the present one. */
final class PickleInput {
    private final Path path;
    private final ByteBuffer input;
    private int instruction;

    PickleInput(Path path, ByteBuffer input) {
        this.path = path;
        this.input = input.order(ByteOrder.LITTLE_ENDIAN);
    }

    int nextInstruction() {
        instruction = input.position();
        return take(1).get() & 0xff;
    }

    String characters(int bytes) {
        return StandardCharsets.UTF_8.decode(take(bytes)).toString();
    }

    /** The text up to the end of the line. */
    String line() {
        int length = 0;
        while (length < input.remaining() && input.get(input.position() + length) != '\n') {
            length++;
        }
        String line = characters(length);
        take(1);
        return line;
    }

    /** A little-endian number of any length; what exceeds 64 bits cannot be a size. */
    PickledValue longNumber(int bytes) {
        var digits = take(bytes);
        if (bytes > Long.BYTES) {
            return PickledValue.Ignored.VALUE;
        }
        long number = bytes == 0 ? 0 : digits.get(bytes - 1);
        for (int i = bytes - 2; i >= 0; i--) {
            number = (number << 8) | (digits.get(i) & 0xff);
        }
        return new PickledValue.Whole(number);
    }

    ByteBuffer take(int bytes) {
        if (bytes < 0 || bytes > input.remaining()) {
            throw malformed("an unexpected end");
        }
        var taken = input.slice(input.position(), bytes).order(ByteOrder.LITTLE_ENDIAN);
        input.position(input.position() + bytes);
        return taken;
    }

    /** For a global that is not part of a state_dict. */
    StokerException refused(String global) {
        return new StokerException("%s holds a '%s' at byte %d of its pickle, which is not a tensor; %s"
                .formatted(path, WeightNames.shown(global), instruction, TorchFile.REMEDY));
    }

    StokerException malformed(String what) {
        return new StokerException("%s is not a file of tensors: its pickle has %s at byte %d; %s"
                .formatted(path, what, instruction, TorchFile.REMEDY));
    }
}
