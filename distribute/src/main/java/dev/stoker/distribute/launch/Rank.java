package dev.stoker.distribute.launch;

/** One process of a launch: its number among all, and among those of its host. */
public record Rank(int number, int localNumber, Host host) {
    public boolean isFirst() {
        return number == 0;
    }

    /** What survives renumbering, so that failures can be counted. */
    String place() {
        return "%s/%d".formatted(host.name(), localNumber);
    }

    @Override
    public String toString() {
        return "rank %d on %s".formatted(number, host.name().equals(LocalHost.NAME) ? "this host" : host.name());
    }
}
