package dev.stoker.image.decode;

import dev.stoker.image.DamagedImageException;
import dev.stoker.image.ScratchBuffers;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program that decodes a damaged file, prints from C what is not of a decoder, and then from Java what is wrong with the file. */
final class DamagedImagePrinter {
    private DamagedImagePrinter() {}

    public static void main(String[] arguments) throws Throwable {
        String found = "nothing";
        try (var scratch = ScratchBuffers.open()) {
            ImageDecoder.openCv().decode(MemorySegment.ofArray(Files.readAllBytes(Path.of(arguments[0]))), 3, scratch);
        } catch (DamagedImageException damage) {
            found = String.valueOf(damage.getMessage());
        }
        printFromC("from C\n");
        System.err.print("from Java: " + found + "\n");
    }

    private static void printFromC(String text) throws Throwable {
        var linker = Linker.nativeLinker();
        var library = linker.defaultLookup();
        var print = linker.downcallHandle(
                library.findOrThrow("fputs"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        try (var arena = Arena.ofConfined()) {
            var stream = library.findOrThrow("stderr").reinterpret(8).get(ValueLayout.ADDRESS, 0);
            int _ = (int) print.invokeExact(arena.allocateFrom(text), stream);
        }
    }
}
