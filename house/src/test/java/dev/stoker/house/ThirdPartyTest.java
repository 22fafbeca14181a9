package dev.stoker.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The software bill of materials that the build writes, and the list of third-party software, are complete. */
final class ThirdPartyTest {
    private static final Path SBOM = SourceTree.ROOT.resolve("cli/target/stoker-sbom.json");
    private static final List<Path> SBOMS_OF_OPTIONAL_MODULES = List.of(
            SourceTree.ROOT.resolve("spark/target/stoker-sbom.json"),
            SourceTree.ROOT.resolve("optimize/target/stoker-sbom.json"),
            SourceTree.ROOT.resolve("serve/target/stoker-sbom.json"),
            SourceTree.ROOT.resolve("storage/target/stoker-sbom.json"));

    /** Licenses that Stoker can be shipped with. */
    private static final Set<String> ACCEPTED =
            Set.of("Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "EPL-2.0", "GPL-2.0-with-classpath-exception");

    @Test
    void everyComponentIsListedWithItsLicense() throws IOException {
        String list = Files.readString(SourceTree.ROOT.resolve("THIRD-PARTY.md"));
        assertThat(components())
                .as("components of %s that THIRD-PARTY.md does not list", SBOM)
                .hasSizeGreaterThan(10)
                .allSatisfy(component -> assertThat(list).contains("`" + name(component) + "`"));
    }

    /** Nobody ships them with Stoker, so any license will do. */
    @Test
    void everyComponentOfAnOptionalModuleIsListed() throws IOException {
        String list = Files.readString(SourceTree.ROOT.resolve("THIRD-PARTY.md"));
        for (var sbom : SBOMS_OF_OPTIONAL_MODULES) {
            assertThat(components(sbom))
                    .as("components of %s that THIRD-PARTY.md does not list", sbom)
                    .isNotEmpty()
                    .allSatisfy(component -> assertThat(list).contains("`" + name(component) + "`"));
        }
    }

    @Test
    void everyComponentCanBeShipped() {
        assertThat(components())
                .allSatisfy(component ->
                        assertThat(licenses(component)).as(name(component)).anyMatch(ACCEPTED::contains));
    }

    @Test
    void everyComponentHasAChecksum() {
        assertThat(components())
                .allSatisfy(component -> assertThat(component.path("hashes").size())
                        .as(name(component))
                        .isPositive());
    }

    private static List<JsonNode> components() {
        return components(SBOM);
    }

    private static List<JsonNode> components(Path file) {
        assumeTrue(Files.exists(file), "mvn verify writes " + file + ", mvn test does not");
        var sbom = JsonMapper.shared().readTree(file);
        assertThat(sbom.path("bomFormat").asString()).isEqualTo("CycloneDX");
        return StreamSupport.stream(sbom.path("components").spliterator(), false)
                .filter(component -> !component.path("group").asString().equals("dev.stoker"))
                .toList();
    }

    private static String name(JsonNode component) {
        return component.path("group").asString() + ":" + component.path("name").asString();
    }

    private static List<String> licenses(JsonNode component) {
        return StreamSupport.stream(component.path("licenses").spliterator(), false)
                .map(entry -> entry.path("license").path("id").asString(""))
                .toList();
    }
}
