package dev.stoker.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.Color;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** The page in Chromium, where there is one; screenshots of it are in target/screenshots. */
@Timeout(120)
class ServePageTest {
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path SCREENSHOTS = Path.of("target/screenshots");

    @TempDir
    private Path folder;

    private static ChromeDriver open() {
        assumeTrue(Files.isExecutable(DRIVER) && Files.isExecutable(BROWSER), "there is no Chromium");
        SELENIUM.setLevel(Level.SEVERE);
        var options = new ChromeOptions();
        options.setBinary(BROWSER.toString());
        options.addArguments(
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=800,900");
        var service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(DRIVER.toString()))
                .withLogOutput(OutputStream.nullOutputStream())
                .build();
        return new ChromeDriver(service, options);
    }

    @Test
    void anImageIsAnsweredOnThePageAndNamesStayText() throws Exception {
        Path red = Files.write(folder.resolve("red.png"), TestModels.png(new Color(200, 60, 40), 90, 60));
        Path none = Files.writeString(folder.resolve("none.png"), "hello");
        Path model = TestModels.pixels(folder.resolve("model.onnx"), 0.02);
        try (var server = new OnnxModelServing().open(model, TestModels.settings(), _ -> {})) {
            var driver = open();
            try {
                driver.get(server.address().toString());
                driver.findElement(By.tagName("body")).sendKeys(Keys.TAB);
                assertThat(driver.switchTo().activeElement().getDomAttribute("id"))
                        .isEqualTo("drop");

                driver.findElement(By.id("files")).sendKeys(red.toString());
                await(driver, "li b");
                assertThat(driver.findElement(By.cssSelector("li b")).getText()).isEqualTo("<b>red</b>");
                assertThat(driver.findElements(By.cssSelector("li b b"))).isEmpty();
                driver.findElement(By.id("files")).sendKeys(none.toString());
                await(driver, ".wrong");
                assertThat(driver.findElement(By.cssSelector(".wrong")).getText())
                        .contains("not an image");
                assertThat(driver.findElement(By.id("model")).getText()).isEqualTo("colors, version 1");
                screenshot(driver, "light");
                screenshot(driver, "dark");
            } finally {
                driver.quit();
            }
        }
    }

    private static void await(ChromeDriver driver, String selector) throws InterruptedException {
        for (int tries = 0; driver.findElements(By.cssSelector(selector)).isEmpty(); tries++) {
            assertThat(tries).as("%s is not there after 20 s", selector).isLessThan(200);
            Thread.sleep(100);
        }
    }

    private static void screenshot(ChromeDriver driver, String scheme) throws IOException {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        Files.createDirectories(SCREENSHOTS);
        Files.write(SCREENSHOTS.resolve("serve-%s.png".formatted(scheme)), driver.getScreenshotAs(OutputType.BYTES));
    }
}
