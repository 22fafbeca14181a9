package dev.stoker.distribute.launch;

import dev.stoker.core.StokerException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Where ranks run: those of the first host come first. */
public record Hosts(List<Host> all) {
    public Hosts {
        all = List.copyOf(all);
        if (all.isEmpty()) {
            throw new StokerException("ranks need at least one host");
        }
        long different = all.stream().map(Host::name).distinct().count();
        if (different < all.size()) {
            throw new StokerException("a host is listed twice in %s; give each once, with all of its ranks"
                    .formatted(String.join(",", all.stream().map(Host::name).toList())));
        }
    }

    /** This machine alone. */
    public static Hosts local(int ranks) {
        return new Hosts(List.of(Host.local(ranks)));
    }

    /** Reads {@code a:4,b:4}. */
    public static Hosts parse(String text) {
        return new Hosts(Arrays.stream(text.split(",", -1)).map(Host::parse).toList());
    }

    /** The number of ranks. */
    public int size() {
        return all.stream().mapToInt(Host::slots).sum();
    }

    public Host first() {
        return all.getFirst();
    }

    /** The first so many ranks; hosts fill up in order. */
    public Hosts limitedTo(int ranks) {
        if (ranks > size()) {
            throw new StokerException("%d ranks do not fit the hosts, which have room for %d; raise their numbers"
                    .formatted(ranks, size()));
        }
        var limited = new ArrayList<Host>();
        int left = ranks;
        for (var host : all) {
            if (left > 0) {
                limited.add(host.withSlots(Math.min(left, host.slots())));
                left -= host.slots();
            }
        }
        return new Hosts(limited);
    }

    /** Those that ssh leads to. */
    List<Host> others() {
        return all.stream().filter(host -> !host.isThisMachine()).toList();
    }

    Hosts without(Host host) {
        return new Hosts(all.stream().filter(each -> !each.equals(host)).toList());
    }

    /** With one rank less on a host, which goes away with its last one. */
    Hosts withOneLess(Host host) {
        return host.slots() == 1 ? without(host) : replacing(host, each -> each.withSlots(each.slots() - 1));
    }

    private Hosts replacing(Host host, UnaryOperator<Host> change) {
        return new Hosts(all.stream()
                .map(each -> each.equals(host) ? change.apply(each) : each)
                .toList());
    }

    /** All ranks in order. */
    List<Rank> ranks() {
        var ranks = new ArrayList<Rank>();
        for (var host : all) {
            for (int local = 0; local < host.slots(); local++) {
                ranks.add(new Rank(ranks.size(), local, host));
            }
        }
        return ranks;
    }

    /** Where all ranks find rank 0. */
    String masterAddress() {
        if (others().isEmpty()) {
            return LocalHost.ADDRESS;
        }
        String address = first().address();
        return LocalHost.isLoopback(address) ? LocalHost.ownName() : address;
    }
}
