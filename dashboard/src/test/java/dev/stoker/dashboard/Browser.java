package dev.stoker.dashboard;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Chromium without a screen, driven as a person would. */
final class Browser implements AutoCloseable {
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Where the programs are; empty where a test cannot drive a page. */
    static Optional<Path> driverProgram() {
        return Stream.of("/usr/bin/chromedriver", "/usr/lib/chromium/chromedriver")
                .map(Path::of)
                .filter(Files::isExecutable)
                .filter(_ -> browserProgram().isPresent())
                .findFirst();
    }

    private static Optional<Path> browserProgram() {
        return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Browser open(int width, int height) {
        SELENIUM.setLevel(Level.SEVERE);
        var options = new ChromeOptions();
        options.setBinary(browserProgram().orElseThrow().toString());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--window-size=%d,%d".formatted(width, height));
        var logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        var service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(driverProgram().orElseThrow().toString()))
                .withLogOutput(OutputStream.nullOutputStream())
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    void show(String address) {
        driver.get(address);
    }

    /** Waits until there is such an element. */
    WebElement find(String selector) {
        return new WebDriverWait(driver, PATIENCE).until(page -> page.findElement(By.cssSelector(selector)));
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** Waits until the text of an element satisfies a condition that is written in JavaScript, of the page. */
    void until(String condition) {
        new WebDriverWait(driver, PATIENCE)
                .until(_ -> Boolean.TRUE.equals(script("return Boolean(" + condition + ")")));
    }

    @Nullable Object script(String code) {
        return ((JavascriptExecutor) driver).executeScript(code);
    }

    void keys(CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
    }

    /** Light or dark, as the system of a person says. */
    void prefer(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** A phone, with fingers in place of a mouse. */
    void phone(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 2, "mobile", true));
        driver.executeCdpCommand("Emulation.setTouchEmulationEnabled", Map.of("enabled", true));
    }

    void size(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
    }

    void screenshot(Path file) throws IOException {
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    /** What the page complained about. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(entry -> entry.getMessage())
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
