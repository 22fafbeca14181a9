package dev.stoker.dashboard;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Draws the pictures of the guide from real runs: {@code Screenshots RUNS OUT [RUN…]}, where the runs named are those of the
 * comparison and the last of them that of the page of one run.
 */
final class Screenshots {
    private Screenshots() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path out = Path.of(arguments[1]);
        List<String> runs = List.of(arguments).subList(2, arguments.length);
        String some = runs.stream().map(run -> "run=" + run).collect(Collectors.joining("&"));
        String one = "run=" + runs.getLast();
        try (var dashboard =
                        Dashboard.open(new DashboardSettings(Path.of(arguments[0]), "127.0.0.1", 0, Optional.empty()));
                var browser = Browser.open(1360, 900)) {
            String home = dashboard.address().toString();
            for (String scheme : List.of("light", "dark")) {
                browser.prefer(scheme);
                browser.size(1360, 800);
                shot(browser, home, "#/", out.resolve("dashboard-runs-%s.png".formatted(scheme)));
                browser.size(1360, 1500);
                shot(browser, home, "#/compare?" + some, out.resolve("dashboard-compare-%s.png".formatted(scheme)));
                browser.size(1360, 2300);
                shot(browser, home, "#/compare?" + one, out.resolve("dashboard-run-%s.png".formatted(scheme)));
                browser.size(1360, 800);
                shot(browser, home, "#/experiments", out.resolve("dashboard-experiments-%s.png".formatted(scheme)));
            }
            browser.prefer("light");
            browser.phone(390, 844);
            shot(browser, home, "#/", out.resolve("dashboard-phone-runs.png"));
            shot(browser, home, "#/compare?" + some, out.resolve("dashboard-phone-compare.png"));
            browser.complaints().forEach(System.err::println);
        }
    }

    private static void shot(Browser browser, String home, String view, Path file)
            throws IOException, InterruptedException {
        browser.show("about:blank");
        browser.show(home + view);
        browser.until("document.querySelector('#live')?.dataset.state === 'live'");
        Thread.sleep(2_500); // until everything is drawn
        browser.screenshot(file);
    }
}
