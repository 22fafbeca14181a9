package dev.stoker.telemetry.hardware;

import dev.stoker.core.Bytes;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows a process and its descendants, which come and go. When a process ends and its parent waits for it, the kernel adds what
 * it used to the parent's account, so that nothing is lost between two readings. A process whose parent has ended stays in the
 * tree if it was seen before.
 */
public final class ProcessTree {
    private final Path processes;
    private final long root;
    private final boolean includesRoot;
    private final boolean descends;
    private Map<Long, Member> members = new HashMap<>();
    private Totals ended = Totals.NONE;

    /** A process of the tree and what it had used when it was last seen. */
    private record Member(ProcessStat stat, Totals totals) {}

    private record Totals(double cpuSeconds, long read, long diskRead, long diskWritten) {
        static final Totals NONE = new Totals(0, 0, 0, 0);

        Totals plus(Totals other) {
            return new Totals(
                    cpuSeconds + other.cpuSeconds,
                    read + other.read,
                    diskRead + other.diskRead,
                    diskWritten + other.diskWritten);
        }
    }

    private ProcessTree(Path processes, long root, boolean includesRoot, boolean descends) {
        this.processes = processes;
        this.root = root;
        this.includesRoot = includesRoot;
        this.descends = descends;
    }

    /** A process and all below it. Each reading lists all processes of the machine. */
    public static ProcessTree of(long process) {
        return new ProcessTree(Path.of("/proc"), process, true, true);
    }

    /** All below this process, without itself. */
    public static ProcessTree ofChildren() {
        return new ProcessTree(Path.of("/proc"), ProcessHandle.current().pid(), false, true);
    }

    /** This process alone, at the price of three small files; children count when they have ended. */
    public static ProcessTree ofThisProcess() {
        return new ProcessTree(Path.of("/proc"), ProcessHandle.current().pid(), true, false);
    }

    /** The present state; empty where no process of the tree was ever seen. */
    public Optional<ProcessTreeUsage> read() {
        var alive = descends ? tree() : alone();
        var now = new HashMap<Long, Member>();
        alive.forEach(stat -> now.put(stat.number(), new Member(stat, totals(stat))));
        retire(now);
        members = now;
        return now.isEmpty() && ended.equals(Totals.NONE) ? Optional.empty() : Optional.of(usage(now));
    }

    /** The numbers of the processes that were alive at the last reading. */
    public Set<Long> numbers() {
        return Set.copyOf(members.keySet());
    }

    private ProcessTreeUsage usage(Map<Long, Member> now) {
        var sum = now.values().stream().map(Member::totals).reduce(ended, Totals::plus);
        return new ProcessTreeUsage(
                now.size(),
                sum.cpuSeconds,
                new Bytes(now.keySet().stream().mapToLong(this::resident).sum()),
                new Bytes(sum.read),
                new Bytes(sum.diskRead),
                new Bytes(sum.diskWritten));
    }

    /** What ended and had no parent in the tree is in no account. */
    private void retire(Map<Long, Member> now) {
        for (var member : members.values()) {
            boolean gone = !isSame(now.get(member.stat.number()), member);
            if (gone && !members.containsKey(member.stat.parent())) {
                ended = ended.plus(member.totals);
            }
        }
    }

    private static boolean isSame(@Nullable Member one, Member other) {
        return one != null && one.stat.start() == other.stat.start();
    }

    private List<ProcessStat> alone() {
        return ProcessStat.read(processes.toString(), root).stream().toList();
    }

    private List<ProcessStat> tree() {
        var children = new HashMap<Long, List<ProcessStat>>();
        var all = new HashMap<Long, ProcessStat>();
        for (var stat : listed()) {
            all.put(stat.number(), stat);
            children.computeIfAbsent(stat.parent(), _ -> new ArrayList<>()).add(stat);
        }
        var found = new ArrayList<ProcessStat>();
        var seen = new HashSet<Long>();
        var open = new ArrayDeque<Long>(known(all));
        open.add(root);
        while (!open.isEmpty()) {
            long number = open.remove();
            var stat = all.get(number);
            if (stat == null || !seen.add(number)) {
                continue;
            }
            if (number != root || includesRoot) {
                found.add(stat);
            }
            children.getOrDefault(number, List.of()).forEach(child -> open.add(child.number()));
        }
        return found;
    }

    /** Those of before that are still alive, whoever their parent is now. */
    private List<Long> known(Map<Long, ProcessStat> all) {
        return members.values().stream()
                .map(Member::stat)
                .filter(stat -> {
                    var now = all.get(stat.number());
                    return now != null && now.start() == stat.start();
                })
                .map(ProcessStat::number)
                .toList();
    }

    private List<ProcessStat> listed() {
        String[] names = new File(processes.toString()).list();
        var stats = new ArrayList<ProcessStat>();
        for (String name : names == null ? new String[0] : names) {
            if (Character.isDigit(name.charAt(0))) {
                ProcessStat.read(processes.toString(), Long.parseLong(name)).ifPresent(stats::add);
            }
        }
        return stats;
    }

    private Totals totals(ProcessStat stat) {
        var traffic =
                new ProcFile.Fields(folder(stat.number()).resolve("io")); // not readable of other users' processes
        return new Totals(
                stat.cpuSeconds(),
                traffic.number("rchar:").orElse(0),
                traffic.number("read_bytes:").orElse(0),
                traffic.number("write_bytes:").orElse(0));
    }

    private long resident(long number) {
        return new ProcFile.Fields(folder(number).resolve("status"))
                .kibibytes("VmRSS:")
                .orElse(0);
    }

    private Path folder(long number) {
        return processes.resolve(Long.toString(number));
    }
}
