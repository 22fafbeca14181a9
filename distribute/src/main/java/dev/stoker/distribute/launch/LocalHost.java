package dev.stoker.distribute.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;

/** Names and addresses of this machine. */
final class LocalHost {
    static final String NAME = "localhost";
    static final String ADDRESS = "127.0.0.1";

    private LocalHost() {}

    /** Whether a name means this machine; one that cannot be resolved is left to ssh, which may have an alias for it. */
    static boolean is(String name) {
        if (name.equals(NAME) || name.equalsIgnoreCase(ownName())) {
            return true;
        }
        try {
            var address = InetAddress.getByName(name);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException _) {
            return false;
        }
    }

    /** Whether other machines would take it for themselves. */
    static boolean isLoopback(String name) {
        return name.equals(NAME) || name.startsWith("127.") || name.equals("::1");
    }

    /** Asks the kernel, since a name server may not answer. */
    static String ownName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException _) {
            return NAME;
        }
    }
}
