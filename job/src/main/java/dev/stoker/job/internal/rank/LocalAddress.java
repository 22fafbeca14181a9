package dev.stoker.job.internal.rank;

import dev.stoker.core.StokerException;
import dev.stoker.distribute.RankSettings;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;

/** The address of this host under which the other ranks reach it: the one that leads to rank 0. */
public final class LocalAddress {
    private LocalAddress() {}

    public static String towards(RankSettings settings) {
        try {
            var master = InetAddress.getByName(settings.masterAddress());
            if (settings.isFirst() || master.isLoopbackAddress()) {
                return master.getHostAddress();
            }
            try (var route = new DatagramSocket()) { // nothing is sent
                route.connect(new InetSocketAddress(master, Math.max(1, settings.masterPort())));
                return route.getLocalAddress().getHostAddress();
            }
        } catch (UnknownHostException | SocketException failure) {
            throw new StokerException(
                    "rank %d finds no way to rank 0 at %s (%s); check MASTER_ADDR and the network"
                            .formatted(settings.rank(), settings.masterAddress(), failure.getMessage()),
                    failure);
        }
    }
}
