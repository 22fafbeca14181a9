package dev.stoker.core.room;

import dev.stoker.core.StokerException;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A module that is not in the download of Stoker. It registers what it provides for {@link ServiceLoader}, so nothing depends
 * on it. Where a command asks for it, the launcher sees to its jars and names them in the property {@code stoker.room.NAME}.
 *
 * @param name of the module, of its folder in {@code lib}, and of the flag or the command that asks for it
 * @param content what it brings, as people call it
 * @param service what it provides
 */
public record OptionalRoom<S>(String name, String content, Class<S> service) {
    private static final String PROPERTY = "stoker.room.";

    /** What the module provides. */
    public S load() {
        return Optional.ofNullable(System.getProperty(PROPERTY + name))
                .map(this::loader)
                .flatMap(loader -> ServiceLoader.load(service, loader).findFirst())
                .orElseThrow(() -> new StokerException(
                        "%s is missing, which is not part of Stoker's download: start Stoker by its script, which builds that part in a checkout; in an unpacked archive `stoker --fetch-%s` gets it"
                                .formatted(content, name)));
    }

    private ClassLoader loader(String classPath) {
        var jars =
                Arrays.stream(classPath.split(File.pathSeparator)).map(Path::of).toList();
        return new RoomClassLoader(name, jars, service.getClassLoader());
    }
}
