package dev.stoker.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.openqa.selenium.Keys;

/** The page in a browser, as people use it: with a mouse, by keyboard, on a phone. */
@Execution(ExecutionMode.SAME_THREAD)
@SuppressWarnings("NullAway.Init") // before all tests
class DashboardPageTest {
    @TempDir
    static Path folder;

    private static Path live;
    private static Path vanishing;
    private static Dashboard dashboard;
    private static Browser browser;

    @BeforeAll
    static void opened() throws IOException {
        assumeTrue(
                Browser.driverProgram().isPresent(),
                "chromium and chromedriver are not installed (apt-get install chromium-driver)");
        var written = new WrittenRuns(folder);
        written.finished("20260101-000000-alpha", 50);
        written.finished("20260102-000000-beta", 80);
        vanishing = written.finished("20260103-000000-vanishing", 10);
        live = written.finished("20260104-000000-live", 20);
        Files.writeString(
                folder.resolve("20260102-000000-beta/plan.yaml"),
                "model: cnn\ndata: letters\nepochs: 8\nbatch: 64\nlr: 0.2\n");
        Files.writeString(
                folder.resolve("20260102-000000-beta/utilization.jsonl"),
                "{\"time\":0,\"process_cpu_cores\":1.5}\n{\"time\":1,\"process_cpu_cores\":1.9}\n");
        written.finished("20250101-000000-<img src=x onerror=document.title='owned'>", 10);
        Files.writeString(
                written.planned("20250102-000000-broken", "mlp", "digits").resolve("plan.yaml"), "model: [");
        dashboard = Dashboard.open(new DashboardSettings(folder, "127.0.0.1", 0, Optional.empty()));
        browser = Browser.open(1300, 900);
    }

    @AfterAll
    static void closed() {
        if (browser != null) {
            browser.close();
        }
        if (dashboard != null) {
            dashboard.close();
        }
    }

    @BeforeEach
    void atTheList() {
        browser.show("about:blank");
        browser.show(dashboard.address().toString());
        browser.until("document.querySelectorAll('#rows tr').length >= 5 &&"
                + " !document.querySelector('.state[data-state=\"\"]')");
    }

    @Test
    void theListIsFilteredAndSorted() {
        browser.find("#filter").sendKeys("beta");
        browser.until("document.querySelectorAll('#rows tr').length === 1");
        assertThat(browser.find("#rows .name").getText()).isEqualTo("beta");
        assertThat(browser.find("#summary").getText()).contains("1 of");
        browser.find("#filter").sendKeys(Keys.BACK_SPACE, Keys.BACK_SPACE, Keys.BACK_SPACE, Keys.BACK_SPACE, "zzz");
        browser.until("document.querySelector('.empty')?.textContent.includes('No run matches')");
        browser.find(".empty button").click();
        browser.until("document.querySelectorAll('#rows tr').length >= 5");
        browser.find("th[data-key=metric] button").click();
        browser.until("document.querySelector('th[data-key=metric]').getAttribute('aria-sort') === 'descending'");
        browser.until("document.querySelector('#rows .name').textContent === 'beta'");
    }

    @Test
    void runsAreComparedByKeyboard() {
        browser.script("document.body.focus()");
        browser.find("body").sendKeys("/");
        browser.keys("0-", Keys.ESCAPE);
        browser.until("document.querySelectorAll('#rows tr').length >= 5");
        browser.find("body").sendKeys("?");
        browser.until("document.querySelector('#help').open");
        browser.keys(Keys.ESCAPE);
        browser.until("!document.querySelector('#help').open");
        browser.find("body").sendKeys("jxjx");
        browser.until("document.querySelector('#chosen').textContent === '2'");
        browser.find("body").sendKeys("c");
        browser.until("document.querySelectorAll('.chip').length === 2");
        browser.until("document.querySelectorAll('#chart-loss canvas').length === 1");
        browser.find("body").sendKeys("2");
        browser.until("document.querySelector('[data-x=epoch]').getAttribute('aria-pressed') === 'true'");
        browser.find("body").sendKeys("s");
        browser.until("document.querySelector('#smoothing-value').textContent === '0.10'");
        browser.find("body").sendKeys("r");
        browser.until("document.querySelector('#rows')");
    }

    @Test
    void plansAreShownSideBySideWithTheirDifferences() {
        compare("20260101-000000-alpha", "20260102-000000-beta");
        browser.until("document.querySelectorAll('#plans tr.differs').length >= 3");
        assertThat(browser.find("#plans").getText())
                .contains("lr")
                .contains("0.1")
                .contains("0.2")
                .contains("keys differ");
        browser.find("#plans input[type=checkbox]").click();
        browser.until("document.querySelectorAll('#plans tbody tr').length === 5");
        assertThat(browser.all(".bar")).hasSize(2);
        assertThat(browser.find(".bar").getDomAttribute("aria-label")).contains("input 30 %", "compute 50 %");
        browser.until("document.querySelector('.chart[data-unit=cores]')");
        browser.script("document.querySelector('.chart[data-unit=cores]').scrollIntoView()");
        browser.until("document.querySelector('.chart[data-unit=cores] canvas')");
    }

    @Test
    void aRunThatTrainsIsDrawnAsItGoes() throws IOException {
        compare("20260104-000000-live");
        browser.until(
                "document.querySelector('#chart-lr').getAttribute('aria-label').includes('last values: learning rate"
                        + " 0.005')");
        WrittenRuns.append(live, WrittenRuns.step(21).replace("\"lr\":0.00476", "\"lr\":0.777"));
        browser.until("document.querySelector('#chart-lr').getAttribute('aria-label').includes('0.777')");
        WrittenRuns.append(live, WrittenRuns.epoch(3, 30));
        browser.until("document.querySelector('.figures').textContent.includes('3 of 5')");
    }

    @Test
    void aRunThatVanishesLeavesANote() throws IOException {
        compare("20260103-000000-vanishing");
        browser.until("document.querySelector('#chart-loss canvas')");
        try (var files = Files.list(vanishing)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(vanishing);
        browser.until("document.querySelector('#notes').textContent.includes('deleted or renamed')");
        assertThat(browser.find("h1").isDisplayed()).isTrue();
    }

    @Test
    void namesAreTextAndDamageIsASentence() {
        browser.until("document.querySelector('#rows').textContent.includes('<img src=x')");
        browser.until("document.querySelector('#rows').textContent.includes('plan.yaml, line')");
        assertThat(browser.script("return document.title")).isEqualTo("Stoker");
        assertThat(browser.all("#rows img")).isEmpty();
        browser.show(dashboard.address() + "#/compare?run=20250102-000000-broken&run=nowhere");
        browser.until("document.querySelector('#notes').textContent.includes('plan.yaml, line')");
        browser.until("document.querySelector('#notes').textContent.includes('deleted or renamed')");
    }

    @Test
    void everythingThatCanBeUsedHasANameAndTheKeyboardReachesIt() {
        compare("20260101-000000-alpha");
        browser.until("document.querySelector('#chart-loss canvas')");
        assertThat(browser.script("""
            return [...document.querySelectorAll('button, a, input, select, [role=img]')]
                .filter((each) => !(each.textContent.trim() || each.getAttribute('aria-label') || each.labels?.length))
                .map((each) => each.outerHTML)\
            """))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .isEmpty();
        browser.find("body").sendKeys(Keys.TAB);
        assertThat(browser.script("return document.activeElement.className")).isEqualTo("skip");
    }

    @Test
    void darkAndLightAndAPhoneAreServedAlike() {
        browser.prefer("dark");
        browser.until("document.documentElement.dataset.theme === 'dark'");
        browser.prefer("light");
        browser.until("document.documentElement.dataset.theme === 'light'");
        try (var phone = Browser.open(500, 900)) {
            phone.phone(390, 844);
            phone.show(dashboard.address().toString());
            phone.until("document.querySelectorAll('#rows tr').length >= 5");
            assertThat(phone.script("return document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
            phone.show(dashboard.address() + "#/compare?run=20260101-000000-alpha&run=20260102-000000-beta");
            phone.until("document.querySelector('#chart-loss canvas') && document.querySelector('#plans')");
            assertThat(phone.script("return document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
        }
    }

    @Test
    void thePageHasNothingToComplainAbout() {
        compare("20260101-000000-alpha");
        browser.until("document.querySelector('#chart-speed canvas')");
        assertThat(browser.complaints()).isEmpty();
    }

    private static void compare(String... runs) {
        browser.show("about:blank");
        browser.complaints(); // of pages before
        browser.show(dashboard.address() + "#/compare?run=" + String.join("&run=", runs));
    }
}
