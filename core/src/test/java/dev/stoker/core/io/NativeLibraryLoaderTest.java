package dev.stoker.core.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryLoaderTest {
    private static final int PROCESSES = 5;

    @Test
    void processesThatStartTogetherLoadOneAfterTheOther(@TempDir Path folder) throws Exception {
        var processes = new ArrayList<Process>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xshare:auto",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Unpacker.class.getName(),
                            folder.toString())
                    .inheritIO()
                    .start());
        }
        for (Process process : processes) {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        }
    }

    @Test
    void librariesLoadEvenIfTheFolderCannotBeCreated(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        var loads = new ArrayList<String>();
        NativeLibraryLoader.load(file.resolve("below"), "test", () -> loads.add("loaded"));
        assertThat(loads).containsExactly("loaded");
    }

    /** Unpacks once, and breaks when it meets another that has not finished. */
    static final class Unpacker {
        private Unpacker() {}

        public static void main(String[] arguments) {
            Path folder = Path.of(arguments[0]);
            NativeLibraryLoader.load(folder, "test", () -> unpack(folder));
        }

        private static void unpack(Path folder) {
            Path unpacked = folder.resolve("library");
            try {
                if (Files.exists(unpacked)) {
                    assertThat(unpacked).hasContent("whole");
                    return;
                }
                Files.createFile(unpacked);
                Thread.sleep(1000);
                Files.writeString(unpacked, "whole");
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
