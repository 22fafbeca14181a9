package dev.stoker.dashboard;

import static dev.stoker.dashboard.Answers.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DashboardAccessTest {
    private static final String TOKEN = "a-token-that-is-long";

    @TempDir
    Path folder;

    private Path runs;
    private Dashboard dashboard;
    private Answers answers;

    @BeforeEach
    void opened() throws IOException {
        runs = Files.createDirectory(folder.resolve("runs"));
        Files.writeString(folder.resolve("secret.txt"), "secret");
        new WrittenRuns(runs).finished("run", 10);
        open(Optional.empty());
    }

    private void open(Optional<String> token) {
        dashboard = Dashboard.open(new DashboardSettings(runs, "127.0.0.1", 0, token));
        answers = new Answers(dashboard.address());
    }

    @AfterEach
    void closed() {
        answers.close();
        dashboard.close();
    }

    @Test
    void everyAnswerForbidsWhatThePageDoesNotNeed() throws Exception {
        for (String path : List.of("/", "/api/runs", "/style.css", "/nothing", "/api/run?run=none")) {
            var headers = answers.get(path).headers();
            assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
                    .startsWith("default-src 'none'")
                    .doesNotContain("unsafe");
            assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(headers.firstValue("X-Frame-Options")).contains("DENY");
            assertThat(headers.firstValue("Access-Control-Allow-Origin")).isEmpty();
            assertThat(headers.firstValue("Server")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "HEAD"})
    void onlyGetIsAnswered(String method) throws Exception {
        assertThat(answers.send(method, "/api/runs").statusCode()).isEqualTo(405);
        assertThat(answers.send(method, "/").statusCode()).isEqualTo(405);
    }

    @Test
    void anotherNameOfThisMachineIsRefused() throws Exception {
        assertThat(answers.raw("GET /api/runs HTTP/1.1\nHost: evil.example\nConnection: close\n\n"))
                .startsWith("HTTP/1.1 403")
                .contains("localhost only")
                .doesNotContain("\"runs\"");
        assertThat(answers.raw("GET /api/runs HTTP/1.1\nHost: localhost:7007\nConnection: close\n\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void otherOriginsAreRefused() throws Exception {
        assertThat(answers.get("/api/runs", "Origin", "http://evil.example").statusCode())
                .isEqualTo(403);
        assertThat(answers.get("/api/runs", "Origin", "null").statusCode()).isEqualTo(403);
        assertThat(answers.get("/api/runs", "Sec-Fetch-Site", "cross-site").statusCode())
                .isEqualTo(403);
        assertThat(answers.get(
                                "/file?run=run&file=plan.yaml",
                                "Sec-Fetch-Site",
                                "cross-site",
                                "Sec-Fetch-Mode",
                                "navigate",
                                "Sec-Fetch-Dest",
                                "iframe")
                        .statusCode())
                .isEqualTo(403);
        String own = "http://127.0.0.1:" + dashboard.address().getPort();
        assertThat(answers.get("/api/runs", "Origin", own).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../secret.txt",
                "..",
                ".",
                "",
                "/etc/passwd",
                "run/../../secret.txt",
                "..%2fsecret.txt",
                "run\u0000",
                "<script>alert(1)</script>"
            })
    void namesThatAreNotInTheListLeadNowhere(String name) throws Exception {
        answers.runs();
        for (String path :
                List.of("/api/run?run=", "/api/curves?run=", "/api/trace?run=", "/file?file=plan.yaml&run=")) {
            var answer = answers.get(path + encoded(name));
            assertThat(answer.statusCode()).isIn(400, 404);
            assertThat(answer.body())
                    .doesNotContain("secret")
                    .doesNotContain("Exception")
                    .doesNotContain("<script>");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../secret.txt", "metrics.jsonl", "/etc/passwd", "model.safetensors", ""})
    void onlyFilesOnTheListAreServed(String file) throws Exception {
        answers.runs();
        assertThat(answers.get("/file?run=run&file=" + encoded(file)).statusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../secret.txt",
                "/..%2f..%2fsecret.txt",
                "/%2e%2e/secret.txt",
                "/style.css/../../x",
                "/META-INF/MANIFEST.MF",
                "//etc/passwd"
            })
    void pathsThatAreNotPagesLeadNowhere(String path) throws Exception {
        String answer = answers.raw("GET %s HTTP/1.1\nHost: localhost\nConnection: close\n\n".formatted(path));
        assertThat(answer)
                .containsPattern("^HTTP/1.1 40[04]")
                .doesNotContain("secret\n")
                .doesNotContain("\tat ");
    }

    @Test
    void symbolicLinksOutOfTheFolderAreNotFollowed() throws Exception {
        Path outside = new WrittenRuns(folder).finished("outside", 10);
        Files.createSymbolicLink(runs.resolve("linked"), outside);
        Path inside = new WrittenRuns(runs).finished("inside", 10);
        Files.createSymbolicLink(inside.resolve("report.html"), folder.resolve("secret.txt"));
        closed();
        open(Optional.empty());
        var cards = answers.runs();
        assertThat(cards)
                .filteredOn(card -> !"run".equals(card.get("id")))
                .hasSize(2)
                .allSatisfy(card -> assertThat(card)
                        .containsEntry("state", "damaged")
                        .hasEntrySatisfying(
                                "problem",
                                problem -> assertThat(problem.toString())
                                        .contains("symbolic link out of the runs folder")));
        assertThat(answers.get("/api/curves?run=linked").statusCode()).isEqualTo(404);
        assertThat(answers.get("/file?run=inside&file=report.html").statusCode())
                .isEqualTo(404);
        assertThat(answers.get("/api/run?run=run").statusCode()).isEqualTo(200);
    }

    @Test
    void aPageOfARunReachesNothing() throws Exception {
        Files.writeString(runs.resolve("run/report.html"), "<script>fetch('/api/runs')</script>");
        answers.runs();
        var answer = answers.get("/file?run=run&file=report.html");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("sandbox allow-scripts; default-src 'none'")
                .doesNotContain("allow-same-origin")
                .doesNotContain("connect-src");
    }

    @Test
    void whoDoesNotKnowTheTokenSeesNothing() throws Exception {
        closed();
        open(Optional.of(TOKEN));
        for (String path : List.of("/api/runs", "/style.css", "/api/events", "/api/runs?token=" + TOKEN.substring(1))) {
            assertThat(answers.get(home(path)).statusCode()).as(path).isEqualTo(401);
        }
        var page = answers.get(home("/?token=" + TOKEN));
        assertThat(page.statusCode()).isEqualTo(200);
        String cookie = page.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("HttpOnly").contains("SameSite=Strict");
        String pair = cookie.substring(0, cookie.indexOf(';'));
        assertThat(answers.get(home("/api/runs"), "Cookie", pair).statusCode()).isEqualTo(200);
        assertThat(answers.get(home("/api/runs"), "Cookie", pair + "x").statusCode())
                .isEqualTo(401);
        assertThat(answers.get(home("/api/runs"), "Authorization", "Bearer " + TOKEN)
                        .statusCode())
                .isEqualTo(200);
    }

    private String home(String path) {
        return "http://127.0.0.1:%d%s".formatted(dashboard.address().getPort(), path);
    }
}
