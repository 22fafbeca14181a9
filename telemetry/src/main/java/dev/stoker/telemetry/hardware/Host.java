package dev.stoker.telemetry.hardware;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The machine, or the container, that this process runs in. */
public final class Host {
    private Host() {}

    /** What training needs of it, with remedies where something is missing; native libraries are unpacked into the folder. */
    public static List<HostCondition> conditions(Gpus gpus, String nativesFolder) {
        var host = new HostConditions(Path.of("/"), System.getenv());
        var conditions = new ArrayList<>(List.of(
                host.kind(),
                host.limits(Runtime.getRuntime().availableProcessors(), HostMemory.total()),
                host.sharedMemory(),
                host.user(System.getProperty("user.name", "?")),
                HostConditions.home(System.getProperty("user.home", "?")),
                HostConditions.natives(nativesFolder),
                HostConditions.network(networks()),
                host.secureShell()));
        host.gpuAccess(gpus).ifPresent(conditions::add);
        return conditions;
    }

    /** Names and addresses of the interfaces that are up, without loopback. */
    static List<String> networks() {
        try (var interfaces = NetworkInterface.networkInterfaces()) {
            return interfaces.filter(Host::isUsable).flatMap(Host::address).toList();
        } catch (SocketException _) {
            return List.of();
        }
    }

    private static boolean isUsable(NetworkInterface network) {
        try {
            return network.isUp() && !network.isLoopback();
        } catch (SocketException _) {
            return false;
        }
    }

    private static Stream<String> address(NetworkInterface network) {
        return network
                .inetAddresses()
                .filter(address -> !address.isLinkLocalAddress())
                .min(Comparator.comparing(address -> address instanceof Inet6Address))
                .map(InetAddress::getHostAddress)
                .map(address -> network.getName() + " " + address.replaceAll("%.*", ""))
                .stream();
    }
}
