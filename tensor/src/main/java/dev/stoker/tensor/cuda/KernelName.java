package dev.stoker.tensor.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** Names of kernels as people read them: C++ names are encoded with all their types, and longer than a screen. */
final class KernelName {
    private static final String LIBRARY = "libstdc++.so.6";
    private static final String ENCODED = "_Z";
    private static final int LONGEST = 200;

    private KernelName() {}

    static String readable(String name) {
        return shortened(name.startsWith(ENCODED) ? decoded(name).orElse(name) : name);
    }

    /** Without the type of the result, the parameters and the namespaces of libtorch. */
    static String shortened(String name) {
        String plain = name.replace("(anonymous namespace)::", "")
                .replace("at::native::", "")
                .replace("at::cuda::", "")
                .replace("c10::", "")
                .replace("std::", "")
                .replaceFirst("^void ", "");
        String without = plain.substring(0, parameters(plain));
        return without.length() <= LONGEST ? without : without.substring(0, LONGEST);
    }

    /** Where the list of parameters begins: the first parenthesis outside of angle brackets. */
    private static int parameters(String name) {
        int depth = 0;
        for (int i = 0; i < name.length(); i++) {
            char each = name.charAt(i);
            if (each == '<') {
                depth++;
            } else if (each == '>') {
                depth--;
            } else if (each == '(' && depth == 0 && i > 0) {
                return i;
            }
        }
        return name.length();
    }

    private static Optional<String> decoded(String name) {
        try (var arena = Arena.ofConfined()) {
            var text = (MemorySegment) Decoder.DECODE.invokeExact(
                    arena.allocateFrom(name), MemorySegment.NULL, MemorySegment.NULL, MemorySegment.NULL);
            if (text.address() == 0) {
                return Optional.empty();
            }
            String readable = text.reinterpret(Long.MAX_VALUE).getString(0);
            Decoder.FREE.invokeExact(text);
            return Optional.of(readable);
        } catch (Throwable _) { // a system without this library shows encoded names
            return Optional.empty();
        }
    }

    /** Linked when it is first needed. */
    private static final class Decoder {
        static final MethodHandle DECODE = Linker.nativeLinker()
                .downcallHandle(
                        SymbolLookup.libraryLookup(LIBRARY, Arena.global()).findOrThrow("__cxa_demangle"),
                        FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
        static final MethodHandle FREE = Linker.nativeLinker()
                .downcallHandle(
                        Linker.nativeLinker().defaultLookup().findOrThrow("free"), FunctionDescriptor.ofVoid(ADDRESS));
    }
}
