package dev.stoker.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublicApiTest {
    @Test
    void thePackagesOfTheDocumentationAreThoseThatAreMarked() throws IOException {
        assertThat(PublicApi.promised()).isNotEmpty().isEqualTo(PublicApi.marked());
    }

    @Test
    void publicSignaturesShowOnlyTypesOfThePublicApi() throws IOException {
        var allowed = new TreeSet<>(PublicApi.promised());
        allowed.addAll(PublicApi.tolerated());
        assertThat(allowed).noneMatch(name -> name.contains("internal"));
        assertThat(exposed(PublicApi.promised(), ArchitectureTest.STOKER))
                .as("types of other packages in public signatures")
                .isNotEmpty()
                .filteredOn(use -> !allowed.contains(use.shown().getPackageName()))
                .isEmpty();
    }

    @Test
    void aSignatureThatShowsATypeOfAnotherPackageIsFound() {
        var planted = new ClassFileImporter().importPackages("dev.stoker.house.planted");
        assertThat(exposed(Set.of("dev.stoker.house.planted.room"), planted))
                .extracting(use -> use.shown().getSimpleName())
                .containsExactly("Hidden");
    }

    /** A type that a public signature shows, and where. */
    private record Exposure(String where, JavaClass shown) {
        @Override
        public String toString() {
            return where + " shows " + shown.getName();
        }
    }

    private static List<Exposure> exposed(Set<String> packages, JavaClasses classes) {
        return classes.stream()
                .filter(type -> packages.contains(type.getPackageName()) && isVisible(type))
                .flatMap(PublicApiTest::shown)
                .filter(use -> use.shown().getPackageName().startsWith("dev.stoker."))
                .filter(use -> !packages.contains(use.shown().getPackageName()))
                .toList();
    }

    private static Stream<Exposure> shown(JavaClass type) {
        var supertypes = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        var own = supertypes.flatMap(PublicApiTest::types).map(shown -> new Exposure(type.getName(), shown));
        var members = type.getMembers().stream()
                .filter(PublicApiTest::isVisible)
                .flatMap(member -> signature(member)
                        .flatMap(PublicApiTest::types)
                        .map(shown -> new Exposure(member.getFullName(), shown)));
        return Stream.concat(own, members);
    }

    private static Stream<JavaType> signature(JavaMember member) {
        return switch (member) {
            case JavaCodeUnit code -> Stream.concat(Stream.of(code.getReturnType()), code.getParameterTypes().stream());
            case JavaField field -> Stream.of(field.getType());
            default -> Stream.empty();
        };
    }

    private static Stream<JavaClass> types(JavaType type) {
        return type.getAllInvolvedRawTypes().stream().map(JavaClass::getBaseComponentType);
    }

    private static boolean isVisible(JavaClass type) {
        return isVisible(type.getModifiers())
                && type.getEnclosingClass().map(PublicApiTest::isVisible).orElse(true);
    }

    private static boolean isVisible(JavaMember member) {
        return isVisible(member.getModifiers()) && !member.getModifiers().contains(JavaModifier.SYNTHETIC);
    }

    private static boolean isVisible(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }

    /** Only what is written is checked: not every method needs a comment. */
    @Test
    void theJavadocOfThePublicApiBuildsWithoutWarnings(@TempDir Path folder) throws IOException {
        var arguments =
                new ArrayList<>(List.of("-quiet", "-Xdoclint:all,-missing", "-Werror", "-d", folder.toString()));
        arguments.addAll(List.of("-noindex", "-notree", "-nohelp", "-nodeprecatedlist"));
        arguments.addAll(List.of("-classpath", System.getProperty("java.class.path", ""), "-sourcepath", sources()));
        arguments.addAll(PublicApi.promised());
        var output = new StringWriter();
        var writer = new PrintWriter(output);
        int status =
                ToolProvider.findFirst("javadoc").orElseThrow().run(writer, writer, arguments.toArray(String[]::new));
        assertThat(output.toString()).isEmpty();
        assertThat(status).isZero();
    }

    private static String sources() throws IOException {
        return SourceTree.main().stream()
                .map(file -> file.toString().replaceFirst("(/src/main/java)/.*", "$1"))
                .distinct()
                .collect(Collectors.joining(":"));
    }
}
