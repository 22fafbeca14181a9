package dev.stoker.bench.fuzz;

import dev.stoker.bench.internal.format.FuzzInput;
import dev.stoker.bench.internal.format.FuzzTarget;
import dev.stoker.bench.internal.format.FuzzTargets;
import dev.stoker.bench.internal.format.ScratchFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The process that reads inputs. It takes ranges of their numbers from its standard input, notes each number before it reads
 * that input, and prints what it finds.
 */
final class FuzzWorker {
    /** The exit code of a process that has reported that its memory is full. */
    private static final int FULL = 42;

    private final FormatSchedule schedule;
    private final InputGenerator inputs;
    private final ProgressFile progress;
    private final FindingFolder findings;
    private final InputReader reader;
    private final ScratchFolder scratch;
    private final Map<String, FuzzTarget> targets = new HashMap<>();
    private final PrintStream answers;

    private FuzzWorker(WorkerArguments arguments, ScratchFolder scratch, PrintStream answers) {
        schedule = FormatSchedule.of(arguments.formats());
        inputs = new InputGenerator(arguments.seed());
        progress = ProgressFile.open(arguments.progress(), arguments.formats().size());
        findings = new FindingFolder(arguments.findings());
        reader = new InputReader(arguments.resident());
        this.scratch = scratch;
        this.answers = answers;
    }

    public static void main(String[] texts) throws IOException {
        var answers = System.out;
        System.setOut(System.err); // what a reader prints is no answer
        var arguments = WorkerArguments.parse(List.of(texts));
        try (var scratch = new ScratchFolder(arguments.scratch());
                var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            new FuzzWorker(arguments, scratch, answers).serve(commands);
        }
        Runtime.getRuntime().halt(0); // threads of native libraries must not keep it
    }

    private void serve(BufferedReader commands) throws IOException {
        answer("ready");
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            var words = line.split(" ", -1);
            switch (words[0]) {
                case "read" -> read(Long.parseLong(words[1]), Long.parseLong(words[2]));
                case "save" -> save(FuzzFinding.parse(line.substring("save ".length())));
                default -> throw new IllegalArgumentException(line);
            }
            answer("done");
        }
    }

    private void answer(String line) {
        answers.println(line);
        answers.flush();
    }

    private void read(long from, long to) {
        for (long index = from; index < to; index++) {
            int number = schedule.format(index);
            String format = schedule.formats().get(number);
            var target = target(format); // opening one loads libraries, which does not count
            progress.start(index);
            var input = inputs.input(target, format, index);
            var verdict = reader.read(target, input);
            switch (verdict) {
                case InputReader.Verdict.Accepted _ -> progress.count(number, true);
                case InputReader.Verdict.Refused _ -> progress.count(number, false);
                case InputReader.Verdict.Found(FindingKind kind, String summary, String details) ->
                    found(new FuzzFinding(format, kind, index, summary), input, details);
            }
        }
        progress.idle();
    }

    private void found(FuzzFinding finding, FuzzInput input, String details) {
        findings.keep(finding, input, details);
        answer("found\t" + finding.line());
        if (finding.kind() == FindingKind.MEMORY) {
            Runtime.getRuntime().halt(FULL); // what was taken would count against the inputs after it
        }
    }

    /** Keeps the input of a finding that ended another worker. */
    private void save(FuzzFinding finding) {
        var input = inputs.input(target(finding.format()), finding.format(), finding.index());
        findings.keep(finding, input, finding.summary());
    }

    private FuzzTarget target(String format) {
        return targets.computeIfAbsent(format, name -> FuzzTargets.open(name, scratch));
    }
}
