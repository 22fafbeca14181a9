package dev.stoker.core.room;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * The classes of an optional module and its libraries, before those of Stoker: they may need other versions than Stoker does.
 * Apache Spark needs Hadoop, for example, and Stoker reads Parquet with a few classes under Hadoop's names.
 */
final class RoomClassLoader extends URLClassLoader {
    /** Stoker decides what is logged. */
    private static final String LOGGING = "org.slf4j.";

    static {
        registerAsParallelCapable();
    }

    RoomClassLoader(String name, List<Path> jars, ClassLoader parent) {
        super(name, jars.stream().map(RoomClassLoader::url).toArray(URL[]::new), parent);
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException failure) {
            throw new IllegalArgumentException(jar.toString(), failure);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("java.") || name.startsWith(LOGGING)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : ownOrInherited(name, resolve);
        }
    }

    private Class<?> ownOrInherited(String name, boolean resolve) throws ClassNotFoundException {
        try {
            return findClass(name);
        } catch (ClassNotFoundException _) {
            return super.loadClass(name, resolve);
        }
    }
}
