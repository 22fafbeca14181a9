package dev.stoker.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One word for one thing, and it is the word of the field: terms that were given up do not come back. */
class VocabularyTest {
    /** The term to use, and what is not used for it. */
    private record Retired(String term, Pattern pattern) {
        static Retired of(String term, String... instead) {
            String words = Stream.of(instead).collect(Collectors.joining("|"));
            return new Retired(
                    term, Pattern.compile("(?<![a-z])(%s)(?![a-z])".formatted(words), Pattern.CASE_INSENSITIVE));
        }
    }

    private static final List<Retired> RETIRED = List.of(
            Retired.of("image", "pictures?", "photographs?"),
            Retired.of("flip", "mirror(ed|ing|s)?"),
            Retired.of("transform, augmentation", "recipes?", "paintings?", "framings?"),
            Retired.of("augmented", "made by workers", "pictures made"),
            Retired.of("evaluation", "examinations?", "examin(e|es|ed|ing)", "examiners?"),
            Retired.of("warm-up", "rehears(al|als|e|ed|es|ing)", "getting ready"),
            Retired.of("device prefetcher, host-to-device transfer", "inflows?", "landings?"),
            Retired.of("CUDA event", "stream marks?"),
            Retired.of("low-precision weights, 16-bit types", "short weights", "short types"),
            Retired.of("one-to-many", "sifted", "sift(s|ing)?"),
            Retired.of("worker pool", "crews?"),
            Retired.of("registry", "shelf", "shelves", "shelved"),
            Retired.of("phase parameter", "levers?"),
            Retired.of("default", "usual", "usually"),
            Retired.of("top-5 accuracy", "among first five"),
            Retired.of("training time", "steps alone"),
            Retired.of("time breakdown", "where it went"),
            Retired.of("confusion matrix", "taken for which", "taken for whom"),
            Retired.of("NaN or infinite", "numbers that are none"),
            Retired.of("maximum gradient norm", "the longest a gradient may be"),
            Retired.of(
                    "the American spelling",
                    "colours?",
                    "grey",
                    "licence",
                    "catalogues?",
                    "behaviour",
                    "centre",
                    "(optim|normal|initial|util|quant|serial|synchron|summar|regular)is(e|es|ed|ing|er|ers|ation)"));

    /** Lines in which a term is right, by file and content. */
    private record Allowed(Pattern file, Pattern line) {
        static Allowed of(String file, String line) {
            return new Allowed(Pattern.compile(file), Pattern.compile(line, Pattern.CASE_INSENSITIVE));
        }

        boolean matches(String name, String text) {
            return file.matcher(name).find() && line.matcher(text).find();
        }
    }

    private static final List<Allowed> ALLOWED = List.of(
            Allowed.of("java$", "forPurpose\\("), // part of random sequences
            Allowed.of(
                    "/(Renamed\\w+|CatalogFields|TableColumnParser)\\.java$",
                    "\""), // what keys and flags were called before
            Allowed.of("", "real photograph"),
            Allowed.of("docs/performance\\.md$", "photograph"), // what was measured were photographs
            Allowed.of("core/io|data/record|docs", "(TF)?records?.*framing|framing.*(TF)?records?"),
            Allowed.of("THIRD-PARTY\\.md$", "curator-recipes"), // a name
            Allowed.of("datasets", "mirrors? of|download mirror"), // servers
            Allowed.of(
                    "",
                    "strategy|(?-i:MIRRORED|Mirrored)|mirroredRanks|`mirrored`|mirrored (\\(|where"
                            + " the|with several)")); // of TensorFlow

    @Test
    void retiredTermsDoNotOccur() throws IOException {
        var found = new ArrayList<String>();
        for (Path file : Stream.concat(SourceTree.main().stream(), SourceTree.documents().stream())
                .toList()) {
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                String name = SourceTree.ROOT.relativize(file).toString();
                String place = "%s:%d".formatted(name, ++number);
                retired(name, line).forEach(term -> found.add("%s: %s".formatted(place, term)));
            }
        }
        assertThat(found).as("retired terms, and what to say instead").isEmpty();
    }

    private static List<String> retired(String file, String line) {
        if (ALLOWED.stream().anyMatch(allowed -> allowed.matches(file, line))) {
            return List.of();
        }
        String words = line.replaceAll("(?<=[a-z])(?=[A-Z])", " "); // names are words as well
        return RETIRED.stream()
                .flatMap(retired -> retired.pattern
                        .matcher(words)
                        .results()
                        .map(match -> "'%s' → %s".formatted(match.group(), retired.term)))
                .toList();
    }

    @Test
    void aPlantedTermIsFoundAndAWordOfTheFieldIsNot() {
        assertThat(retired("A.java", "/** Draws the Pictures of a crew. */"))
                .containsExactly("'Pictures' → image", "'crew' → worker pool");
        assertThat(retired("A.java", "int imageRecipe = USUAL_SIZE;"))
                .containsExactly("'Recipe' → transform, augmentation", "'USUAL' → default");
        assertThat(retired("A.java", "the optimiser of grey colours"))
                .containsExactly(
                        "'optimiser' → the American spelling",
                        "'grey' → the American spelling",
                        "'colours' → the American spelling");
        assertThat(retired("A.java", "images are flipped; the optimizer has a default color"))
                .isEmpty();
        assertThat(retired("A.java", "seed.forPurpose(\"mirror\")")).isEmpty();
        assertThat(retired("A.java", "--strategy mirrored, as MirroredStrategy"))
                .isEmpty();
        assertThat(retired("A.java", "images are mirrored")).containsExactly("'mirrored' → flip");
    }
}
