package dev.stoker.core.io;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.StringTokenizer;

/**
 * Loads native libraries that are unpacked from jars into a folder for every process of the user. JavaCPP lets a process map
 * a file that another is still writing, which ends in SIGBUS; so the first process to load from a class path holds a lock, and
 * creates a file after which no process waits.
 */
public final class NativeLibraryLoader {
    private NativeLibraryLoader() {}

    /** Runs {@code load}; {@code name} distinguishes the libraries of one folder. */
    public static synchronized void load(Path folder, String name, Runnable load) {
        Path mark = folder.resolve("stoker-%s-%016x.unpacked".formatted(name, hashOfClassPath()));
        if (Files.exists(mark)) {
            load.run();
            return;
        }
        try (var channel = openLock(folder);
                var _ = channel.lock()) {
            load.run();
            Files.write(mark, new byte[0]);
        } catch (IOException _) {
            // A folder that cannot be written to: either everything is unpacked already, or the loader fails with a
            // message.
            load.run();
        }
    }

    private static FileChannel openLock(Path folder) throws IOException {
        Files.createDirectories(folder);
        return FileChannel.open(folder.resolve("stoker.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** Changes when a jar does, since the loader then unpacks again. */
    private static long hashOfClassPath() {
        long hash = 1;
        var entries = new StringTokenizer(System.getProperty("java.class.path"), File.pathSeparator);
        while (entries.hasMoreTokens()) {
            var file = new File(entries.nextToken());
            hash = 31 * hash + file.getName().hashCode();
            hash = 31 * hash + file.length();
            hash = 31 * hash + file.lastModified();
        }
        return hash;
    }
}
