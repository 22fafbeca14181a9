package dev.stoker.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    /** Which rooms a room may use. A new dependency is a decision: it belongs into docs/architecture.md as well. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("core", Set.of()),
            Map.entry("telemetry", Set.of("core")),
            Map.entry("data", Set.of("core", "telemetry")),
            Map.entry("image", Set.of("core", "data")),
            Map.entry("datasets", Set.of("core", "telemetry", "data", "image")),
            Map.entry("tensor", Set.of("core", "telemetry")),
            Map.entry("nn", Set.of("core", "tensor")),
            Map.entry("distribute", Set.of("core", "telemetry")),
            Map.entry("train", Set.of("core", "telemetry", "data", "tensor", "nn")),
            Map.entry(
                    "job",
                    Set.of("core", "telemetry", "data", "image", "datasets", "tensor", "nn", "train", "distribute")),
            Map.entry("lab", Set.of("core", "telemetry", "data", "train", "job")),
            Map.entry("dashboard", Set.of("core", "telemetry")),
            Map.entry("spark", Set.of("core", "distribute")),
            Map.entry("onnx", Set.of("core")),
            Map.entry("optimize", Set.of("core", "data", "datasets", "tensor", "nn", "train", "job", "onnx")),
            Map.entry("storage", Set.of("core", "data")),
            Map.entry("serve", Set.of("core", "telemetry", "data", "image", "datasets", "onnx")),
            Map.entry(
                    "cli",
                    Set.of(
                            "core",
                            "telemetry",
                            "data",
                            "datasets",
                            "train",
                            "distribute",
                            "job",
                            "lab",
                            "dashboard",
                            "bench")),
            Map.entry(
                    "bench",
                    Set.of(
                            "core",
                            "telemetry",
                            "data",
                            "image",
                            "datasets",
                            "tensor",
                            "nn",
                            "train",
                            "distribute",
                            "job")));

    private static final int MAX_FILES_PER_PACKAGE = 30;

    /** All classes of the product; reading them takes seconds, so other tests share them. */
    static final JavaClasses STOKER = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.stoker");

    private static String room(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith("dev.stoker.") ? name.replaceFirst("dev\\.stoker\\.([a-z]+).*", "$1") : "";
    }

    @Test
    void everyRoomIsOnTheListAndNoRoomIsEmpty() {
        var rooms = STOKER.stream().map(ArchitectureTest::room).collect(Collectors.toCollection(TreeSet::new));
        assertThat(rooms).isEqualTo(new TreeSet<>(MAY_USE.keySet()));
    }

    @Test
    void roomsUseOnlyTheRoomsTheyMay() {
        MAY_USE.forEach((room, allowed) -> {
            var forbidden = new DescribedPredicate<JavaClass>("a room other than " + new TreeSet<>(allowed)) {
                @Override
                public boolean test(JavaClass type) {
                    String used = room(type);
                    return !used.isEmpty() && !used.equals(room) && !allowed.contains(used);
                }
            };
            noClasses()
                    .that()
                    .resideInAPackage("dev.stoker." + room + "..")
                    .should()
                    .dependOnClassesThat(forbidden)
                    .check(STOKER);
        });
    }

    @Test
    void roomsHaveNoCycles() {
        slices().matching("dev.stoker.(*)..").should().beFreeOfCycles().check(STOKER);
    }

    /** Except for the baseline that it is measured against, which must not use it. */
    @Test
    void onlyTheTensorRoomKnowsLibtorchAndCuda() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.stoker.tensor..")
                .and()
                .doNotHaveFullyQualifiedName("dev.stoker.bench.LibtorchBaselineStep")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.bytedeco.pytorch..", "org.bytedeco.cuda..")
                .check(STOKER);
    }

    @Test
    void libtorchIsNotPartOfThePublicMethodsOfTheTensorRoom() {
        STOKER.stream()
                .filter(type ->
                        room(type).equals("tensor") && !type.getPackageName().contains(".internal"))
                .flatMap(type -> type.getMethods().stream())
                .filter(method ->
                        method.getOwner().getModifiers().contains(com.tngtech.archunit.core.domain.JavaModifier.PUBLIC)
                                && method.getModifiers().contains(com.tngtech.archunit.core.domain.JavaModifier.PUBLIC))
                .forEach(method -> assertThat(method.getRawReturnType().getPackageName())
                        .as(method.getFullName())
                        .doesNotStartWith("org.bytedeco"));
    }

    /** So a process that serves holds no libtorch, and the library can be replaced in one place. */
    @Test
    void onlyTheOnnxRoomKnowsOnnxRuntime() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.stoker.onnx.runtime..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("ai.onnxruntime..")
                .check(STOKER);
    }

    /** They may run on an older Java, where no other class of Stoker can be loaded. */
    @Test
    void whatRunsInExecutorsOfSparkUsesSparkAlone() {
        classes()
                .that()
                .resideInAPackage("dev.stoker.spark.executor..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.stoker.spark.executor..", "java..", "org.jspecify..", "org.apache.spark..", "scala..")
                .check(STOKER);
    }

    @Test
    void coreKnowsNoLibrary() {
        classes()
                .that()
                .resideInAPackage("dev.stoker.core..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.stoker.core..", "java..", "org.jspecify..")
                .check(STOKER);
    }

    @Test
    void whatIsInternalStaysInItsRoom() {
        assertThat(internalPackages()).hasSizeGreaterThan(10);
        MAY_USE.keySet()
                .forEach(room -> internalStaysWithin("dev.stoker." + room).check(STOKER));
    }

    private static ArchRule internalStaysWithin(String room) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(room + ".internal..")
                .allowEmptyShould(true);
    }

    private static Set<String> internalPackages() {
        return STOKER.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.matches("dev\\.stoker\\.[a-z]+\\.internal\\b.*"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Otherwise its types could be package-private. */
    @Test
    void everyInternalPackageIsUsedByANeighborInItsRoom() {
        assertThat(internalPackages())
                .allSatisfy(name -> assertThat(STOKER.stream()
                                .filter(type -> !type.getPackageName().equals(name))
                                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                                .map(use -> use.getTargetClass().getPackageName()))
                        .as("packages that are used, with %s", name)
                        .contains(name));
    }

    @Test
    void theRuleForInternalPackagesFindsAPlantedViolation() {
        var planted = new ClassFileImporter().importPackages("dev.stoker.house.planted");
        var rule = internalStaysWithin("dev.stoker.house.planted.room");
        assertThatThrownBy(() -> rule.check(planted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Intruder")
                .hasMessageNotContaining("Neighbor");
    }

    @Test
    void aPackageIsOneConcernOfAtMostThirtyFiles() throws IOException {
        var files = new TreeMap<String, Integer>();
        for (Path source : SourceTree.main()) {
            if (!source.endsWith("package-info.java")) {
                files.merge(String.valueOf(SourceTree.ROOT.relativize(source).getParent()), 1, Integer::sum);
            }
        }
        assertThat(files).hasSizeGreaterThan(MAY_USE.size());
        files.values().removeIf(count -> count <= MAX_FILES_PER_PACKAGE);
        assertThat(files)
                .as("packages with more than %d files", MAX_FILES_PER_PACKAGE)
                .isEmpty();
    }

    @Test
    void everyPackageHasADescription() {
        var described = STOKER.stream()
                .filter(type -> type.getSimpleName().equals("package-info"))
                .map(JavaClass::getPackageName)
                .collect(Collectors.toSet());
        var all = STOKER.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.endsWith(".jmh_generated"))
                .collect(Collectors.toSet());
        assertThat(described).isEqualTo(all);
    }
}
