package dev.stoker.spark.executor;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/**
 * A process to start.
 *
 * @param variables as {@code NAME=value}, besides those of the executor
 * @param folder to run in
 * @param marker a file that shows whether the folder is that of the driver; may be empty
 */
public record ProcessCommand(String[] words, String[] variables, String folder, String marker) implements Serializable {
    /** As a message. */
    public byte[] bytes() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            write(out, words);
            write(out, variables);
            write(out, folder, marker);
        }
        return bytes.toByteArray();
    }

    static ProcessCommand of(byte[] bytes) throws IOException {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            var words = read(in);
            var variables = read(in);
            var places = read(in);
            return new ProcessCommand(words, variables, places[0], places[1]);
        }
    }

    /** Class paths may be longer than what {@code writeUTF} takes. */
    private static void write(DataOutputStream out, String... texts) throws IOException {
        out.writeInt(texts.length);
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
        }
    }

    private static String[] read(DataInputStream in) throws IOException {
        var texts = new String[in.readInt()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
        }
        return texts;
    }
}
