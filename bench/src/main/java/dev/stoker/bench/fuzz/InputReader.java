package dev.stoker.bench.fuzz;

import dev.stoker.bench.internal.format.FuzzInput;
import dev.stoker.bench.internal.format.FuzzTarget;
import dev.stoker.bench.internal.format.WrongResultException;
import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.data.ElementException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;

/** Gives one input to its target and judges what happens. */
final class InputReader {
    private final Bytes resident;
    private final ResidentMemory memory = new ResidentMemory();

    InputReader(Bytes resident) {
        this.resident = resident;
    }

    /** How an input was read. */
    sealed interface Verdict {
        record Accepted() implements Verdict {}

        record Refused(String sentence) implements Verdict {}

        record Found(FindingKind kind, String summary, String details) implements Verdict {}
    }

    Verdict read(FuzzTarget target, FuzzInput input) {
        try {
            target.check(input);
            return measured(new Verdict.Accepted());
        } catch (StokerException refusal) {
            return isSentence(refusal)
                    ? measured(new Verdict.Refused(String.valueOf(refusal.getMessage())))
                    : found(FindingKind.TRACE, refusal);
        } catch (WrongResultException wrong) {
            return found(FindingKind.WRONG, wrong);
        } catch (OutOfMemoryError failure) {
            return found(FindingKind.MEMORY, failure);
        } catch (Throwable failure) {
            return found(FindingKind.TRACE, failure);
        }
    }

    /** A pipeline names the element at which anything failed, be it a bug. */
    private static boolean isSentence(StokerException refusal) {
        boolean explained = !(refusal instanceof ElementException)
                || (refusal.getCause() instanceof StokerException cause && isSentence(cause));
        return explained
                && refusal.getMessage() != null
                && !refusal.getMessage().isBlank();
    }

    private Verdict measured(Verdict verdict) {
        long peak = memory.peak();
        return peak > resident.count()
                ? new Verdict.Found(
                        FindingKind.MEMORY, "resident memory beyond " + resident, new Bytes(peak).toString())
                : verdict;
    }

    private static Verdict found(FindingKind kind, Throwable failure) {
        var trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new Verdict.Found(kind, root + place(root), trace.toString());
    }

    /** The innermost place in the product, since many calls end in the same methods of the JDK. */
    private static String place(Throwable root) {
        var frames = Arrays.asList(root.getStackTrace());
        return frames.stream()
                .filter(frame -> frame.getClassName().startsWith("dev.stoker"))
                .findFirst()
                .or(() -> frames.stream().findFirst())
                .map(frame -> FuzzFinding.AT + frame)
                .orElse("");
    }
}
