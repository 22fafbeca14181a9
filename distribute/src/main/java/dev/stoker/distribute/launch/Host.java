package dev.stoker.distribute.launch;

import dev.stoker.core.StokerException;
import java.util.regex.Pattern;

/**
 * A machine and how many ranks run on it.
 *
 * @param name as given: a name, an address, an alias of ssh, perhaps with a user before it
 */
public record Host(String name, int slots) {
    /** An IPv6 address is in brackets. */
    private static final Pattern TEXT =
            Pattern.compile("([^\\s:,\\[\\]-][^\\s:,\\[\\]]*|\\[[0-9A-Fa-f:.%]+])(?::(\\d{1,4}))?");

    public Host {
        if (slots < 1) {
            throw new StokerException("host %s must have at least 1 rank, got %d".formatted(name, slots));
        }
    }

    /** This machine alone. */
    public static Host local(int slots) {
        return new Host(LocalHost.NAME, slots);
    }

    /** Reads {@code name:slots}; without a number there is one rank. */
    static Host parse(String text) {
        var matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new StokerException(
                    "hosts are written as name:ranks with commas between them, such as a:4,b:4; got '%s'"
                            .formatted(text));
        }
        int slots = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
        return new Host(matcher.group(1).replaceAll("[\\[\\]]", ""), slots);
    }

    /** What other machines connect to. */
    String address() {
        return name.substring(name.indexOf('@') + 1);
    }

    public boolean isThisMachine() {
        return LocalHost.is(address());
    }

    Host withSlots(int other) {
        return new Host(name, other);
    }
}
