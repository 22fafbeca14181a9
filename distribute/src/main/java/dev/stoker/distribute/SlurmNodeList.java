package dev.stoker.distribute;

import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Host names as Slurm abbreviates them: {@code gpu[003-005,9],login1} are gpu003, gpu004, gpu005, gpu9 and login1.
 *
 * @param variable where the list comes from
 */
record SlurmNodeList(String variable, String list) {
    private static final String NUMBERS = "\\[(\\d+)(?:-\\d+)?(?:,\\d+(?:-\\d+)?)*]";
    private static final Pattern FIRST = Pattern.compile("((?:[\\w.-]|%s)+)(?:,.*)?".formatted(NUMBERS));
    private static final Pattern BRACKET = Pattern.compile(NUMBERS);

    /** Numbers keep their leading zeros. */
    String firstHost() {
        Matcher first = FIRST.matcher(list);
        if (!first.matches()) {
            throw new StokerException(
                    "the environment variable %s is '%s', which is no list of hosts such as gpu[01-04]; set MASTER_ADDR to the host of task 0"
                            .formatted(variable, PrintableText.of(list)));
        }
        return BRACKET.matcher(first.group(1)).replaceAll("$1");
    }
}
