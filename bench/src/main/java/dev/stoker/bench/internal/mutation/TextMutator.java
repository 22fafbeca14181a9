package dev.stoker.bench.internal.mutation;

import dev.stoker.core.random.SeededRandom;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Damages text by its words and lines, for formats in which random bytes fail too early. */
public final class TextMutator implements Mutator {
    private static final Pattern WORD = Pattern.compile("[-+.\\w]+|[^\\w\\s]");
    private static final List<String> WORDS = List.of(
            "0",
            "-1",
            "1",
            "2",
            "-0.0",
            "1e9",
            "1e999",
            "-1e-400",
            "NaN",
            "Infinity",
            "0x10",
            "1_000",
            "007",
            "2147483647",
            "2147483648",
            "-2147483649",
            "9223372036854775807",
            "9223372036854775808",
            "99999999999999999999999999",
            "0.5",
            "null",
            "~",
            "true",
            "yes",
            "no",
            "none",
            "auto",
            "",
            " ",
            "\t",
            "\r",
            "\n",
            "\n\n",
            "\"",
            "'",
            ",",
            ":",
            ": ",
            "-",
            "- ",
            "[",
            "]",
            "{",
            "}",
            "[]",
            "{}",
            "[[[[[[[[",
            "{a: {a: {a: {a: 1}}}}",
            "#",
            "!",
            "!!int",
            "&a",
            "*a",
            "|",
            ">",
            "%",
            "@",
            "`",
            "?",
            "\\",
            "\u0000",
            "\u001b[31m",
            "\u00e9",
            "\u2028",
            "\ud83d\ude00",
            "../../x",
            "/",
            "\u00b5",
            "1%",
            "1GB",
            "3s",
            "1:2",
            "a,b");

    @Override
    public byte[] mutate(byte[] original, byte[] other, SeededRandom random) {
        String text = text(original);
        int edits = 1 + random.nextInt(3);
        for (int i = 0; i < edits; i++) {
            text = random.nextInt(3) == 0 ? lines(text, text(other), random) : words(text, text(other), random);
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String words(String text, String other, SeededRandom random) {
        var words = WORD.matcher(text).results().toList();
        if (words.isEmpty()) {
            return WORDS.get(random.nextInt(WORDS.size())) + text;
        }
        var chosen = words.get(random.nextInt(words.size()));
        String word = word(other, chosen, random);
        return switch (random.nextInt(4)) {
            case 0 -> text.substring(0, chosen.start()) + word + text.substring(chosen.start());
            case 1 -> text.substring(0, chosen.start()) + chosen.group() + word + text.substring(chosen.end());
            default -> text.substring(0, chosen.start()) + word + text.substring(chosen.end());
        };
    }

    private static String word(String other, MatchResult chosen, SeededRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> chosen.group().repeat(1 + random.nextInt(random.nextInt(10) == 0 ? 300 : 4));
            case 1, 2 -> {
                var words = WORD.matcher(other).results().toList();
                yield words.isEmpty()
                        ? ""
                        : words.get(random.nextInt(words.size())).group();
            }
            case 3 -> Long.toString(InterestingValues.integer(random));
            default -> WORDS.get(random.nextInt(WORDS.size()));
        };
    }

    private static String lines(String text, String other, SeededRandom random) {
        var lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        var others = Arrays.asList(other.split("\n", -1));
        int at = random.nextInt(lines.size());
        switch (random.nextInt(6)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(at, lines.get(random.nextInt(lines.size())));
            case 2 -> lines.set(at, lines.get(random.nextInt(lines.size())));
            case 3 -> lines.add(at, others.get(random.nextInt(others.size())));
            case 4 ->
                lines.set(at, " ".repeat(random.nextInt(6)) + lines.get(at).strip());
            default ->
                lines.set(
                        at,
                        lines.get(at).substring(0, random.nextInt(lines.get(at).length() + 1)));
        }
        return String.join("\n", lines);
    }
}
