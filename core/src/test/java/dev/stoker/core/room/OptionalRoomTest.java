package dev.stoker.core.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class OptionalRoomTest {
    private static final String PROPERTY = "stoker.room.greeting";

    @TempDir
    Path folder;

    /** What a module provides; its own test is where it is declared. */
    public interface Greeting extends Supplier<String> {}

    @AfterEach
    void forget() {
        System.clearProperty(PROPERTY);
    }

    private static OptionalRoom<Greeting> room() {
        return new OptionalRoom<>("greeting", "The greeting", Greeting.class);
    }

    private Path compiled(String name, String source) throws IOException {
        Path file = folder.resolve(name + ".java");
        Files.writeString(file, source);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        file.toString());
        assertThat(failed).isZero();
        return classes;
    }

    @Test
    void aModuleThatIsMissingIsNamedWithTheWayToGetIt() {
        assertThatThrownBy(() -> room().load())
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("The greeting is missing")
                .hasMessageContaining("`stoker --fetch-greeting`");
    }

    @Test
    void whatAModuleProvidesIsFoundByItsServiceFile() throws IOException {
        Path classes = compiled("Hello", """
            public class Hello implements dev.stoker.core.room.OptionalRoomTest.Greeting {
                public String get() { return "hello"; }
            }
            """);
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve(Greeting.class.getName()), "Hello\n");
        System.setProperty(PROPERTY, classes.toString());
        assertThat(room().load().get()).isEqualTo("hello");
    }

    @Test
    void classesOfAModuleComeBeforeThoseOfTheSameNameInStoker() throws Exception {
        Path classes = compiled(
                "StokerException", "package dev.stoker.core; public class StokerException extends RuntimeException {}");
        try (var loader = new RoomClassLoader("room", List.of(classes), StokerException.class.getClassLoader())) {
            assertThat(loader.loadClass(StokerException.class.getName()))
                    .isNotSameAs(StokerException.class)
                    .hasSuperclass(RuntimeException.class);
            assertThat(loader.loadClass(OptionalRoom.class.getName())).isSameAs(OptionalRoom.class);
        }
    }
}
