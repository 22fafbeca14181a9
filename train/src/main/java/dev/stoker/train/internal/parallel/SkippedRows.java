package dev.stoker.train.internal.parallel;

import dev.stoker.core.StokerException;
import dev.stoker.data.BatchFeed;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.train.evaluation.CorruptImages;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.TreeSet;

/**
 * What ranks tell each other where corrupt images are skipped: how many rows of a batch are left, and which images were skipped.
 *
 * @param limit the most corrupt images of all ranks together
 */
public record SkippedRows(Communicator ranks, int limit) {
    /** The rows of the present batch on all ranks; all of them call this for each batch. */
    public int whole(int here) {
        var counts = new long[ranks.world()];
        counts[ranks.rank()] = here;
        return Math.toIntExact(Arrays.stream(ranks.startMaximum(counts).join()).sum());
    }

    /** The corrupt images that the feeds of all ranks have skipped so far; an image that several have met counts once. */
    public CorruptImages all(BatchFeed feed) {
        String own = String.join(
                "\n", feed.corruptElements().stream().map(SkippedRows::line).toList());
        var all = new TreeSet<String>();
        for (byte[] bytes : ranks.gather(own.getBytes(StandardCharsets.UTF_8))) {
            new String(bytes, StandardCharsets.UTF_8).lines().forEach(all::add);
        }
        var corrupt = CorruptImages.of(all);
        if (all.size() > limit) {
            throw new StokerException("more than %,d images are corrupt: %s; fix them, or skip more"
                            .formatted(limit, String.join("; ", corrupt.named())))
                    .about("skip-corrupt");
        }
        return corrupt;
    }

    private static String line(String problem) {
        return problem.replaceAll("\\R", " ");
    }
}
