package dev.stoker.datasets.internal.unpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.datasets.internal.unpack.TestArchives.Item;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnpackerTest {
    private static final UnpackLimits LIMITS = new UnpackLimits(Bytes.ofMebibytes(64), 100, 200);

    @TempDir
    Path folder;

    private int unpacked;

    private Path into() {
        return folder.resolve("deep").resolve("unpacked" + unpacked);
    }

    private void unpack(Path archive) {
        unpack(archive, LIMITS);
    }

    private void unpack(Path archive, UnpackLimits limits) {
        assertThat(Unpacker.isArchive(archive)).isTrue();
        unpacked++;
        Unpacker.unpack(archive, into(), limits, _ -> {});
    }

    private void assertRefused(Path archive, String reason) throws IOException {
        assertThatThrownBy(() -> unpack(archive))
                .isInstanceOf(BadArchiveException.class)
                .hasMessageContaining(archive.getFileName().toString())
                .hasMessageContaining(reason);
        assertThat(folder.resolve("evil")).doesNotExist();
        assertThat(folder.resolve("deep").resolve("evil")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource
    void filesAndFoldersComeOutWhereTheyBelong(TestArchives kind) throws IOException {
        unpack(kind.pack(
                folder,
                Item.folder("a/"),
                Item.file("a/one.txt", "one"),
                Item.file("./b/c/two.txt", "two"),
                Item.file("x".repeat(150) + "/long", "far")));
        assertThat(into().resolve("a/one.txt")).hasContent("one");
        assertThat(into().resolve("b/c/two.txt")).hasContent("two");
        assertThat(into().resolve("x".repeat(150) + "/long")).hasContent("far");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "../../evil", "a/../../../evil", "..\\..\\evil", "a/..", "C:\\evil"})
    void anEntryOutsideTheFolderIsRefused(String name) throws IOException {
        for (TestArchives kind : TestArchives.values()) {
            assertRefused(kind.pack(folder, Item.file(name, "boo")), "points out of the folder");
        }
    }

    /** The library that writes the archive removes a leading slash, so the name is inserted afterwards. */
    @Test
    void anAbsoluteNameIsRefused() throws IOException {
        Path target = folder.resolve("evil");
        String stand = "X" + target.toString().substring(1);
        Path archive = TestArchives.TAR.pack(folder, Item.file(stand, "boo"));
        TestArchives.rename(archive, stand, target.toString());
        assertRefused(archive, "points out of the folder");
    }

    @ParameterizedTest
    @EnumSource
    void aLinkOutOfTheArchiveIsRefused(TestArchives kind) throws IOException {
        assertRefused(kind.pack(folder, Item.link("a/link", "../../evil")), "points out of the archive, to ../../evil");
        assertRefused(kind.pack(folder, Item.link("link", "/etc/passwd")), "points out of the archive, to /etc/passwd");
    }

    @Test
    void aHardLinkOutOfTheArchiveIsRefused() throws IOException {
        assertRefused(TestArchives.TAR.pack(folder, Item.hardLink("a/b/link", "../evil")), "points out of the archive");
    }

    @ParameterizedTest
    @EnumSource
    void aLinkWithinTheArchiveIsNeitherCreatedNorFollowed(TestArchives kind) throws IOException {
        unpack(kind.pack(folder, Item.link("short", "long/way"), Item.file("short/file", "text")));
        assertThat(into().resolve("short/file")).hasContent("text");
        assertThat(into().resolve("short")).isDirectory();
        assertThat(Files.isSymbolicLink(into().resolve("short"))).isFalse();
        assertThat(into().resolve("long")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource
    void aDuplicateNameIsRefused(TestArchives kind) throws IOException {
        assertRefused(kind.pack(folder, Item.file("a", "1"), Item.file("./a", "2")), "the entry ./a occurs twice");
    }

    @ParameterizedTest
    @EnumSource
    void aFileWithinAFileIsRefused(TestArchives kind) throws IOException {
        assertRefused(kind.pack(folder, Item.file("a", "1"), Item.file("a/b", "2")), "a/b is inside a file");
    }

    @ParameterizedTest
    @EnumSource(names = {"TAR_GZ", "ZIP"})
    void aBombIsStoppedByItsRatioAndByItsSize(TestArchives kind) throws IOException {
        Path bomb = kind.pack(folder, Item.file("zeros", new byte[40 << 20]));
        assertRefused(bomb, "unpack to more than 200 times as much, which is not plausible");
        assertThat(into().resolve("zeros").toFile().length()).isLessThan(20 << 20);
        assertThatThrownBy(() -> unpack(bomb, new UnpackLimits(Bytes.ofMebibytes(1), 100, 2000)))
                .hasMessageContaining("it unpacks to more than 1.0 MiB");
    }

    @ParameterizedTest
    @EnumSource
    void tooManyEntriesAreRefused(TestArchives kind) throws IOException {
        var items =
                IntStream.range(0, 101).mapToObj(i -> Item.file("f" + i, "")).toArray(Item[]::new);
        assertRefused(kind.pack(folder, items), "it has more than 100 entries");
    }

    @Test
    void aTruncatedArchiveIsNamed() throws IOException {
        Path archive = TestArchives.TAR_GZ.pack(folder, Item.file("a", "text".repeat(10_000)));
        byte[] bytes = Files.readAllBytes(archive);
        Files.write(archive, Arrays.copyOf(bytes, bytes.length / 2));
        assertRefused(archive, "cannot be unpacked");
    }

    @Test
    void aSingleGzippedFileIsNotAnArchive() throws IOException {
        Path file = folder.resolve("one.gz");
        Files.write(file, TestArchives.gzipped("hello".getBytes(StandardCharsets.US_ASCII)));
        assertThat(Unpacker.isArchive(file)).isFalse();
        assertThat(Unpacker.isArchive(Files.writeString(folder.resolve("short"), "x")))
                .isFalse();
    }

    @Test
    void aDebianPackageIsUnpackedWithTheSameChecks() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")), "dpkg-deb is not here");
        Path good = TestArchives.deb(folder, "good", false);
        unpack(good);
        assertThat(into().resolve("usr/share/datasets/x")).hasContent("data");
        assertRefused(TestArchives.deb(folder, "bad", true), "points out of the archive, to /etc/passwd");
        byte[] bytes = Files.readAllBytes(good);
        Path cut = Files.write(folder.resolve("cut.deb"), Arrays.copyOf(bytes, bytes.length - 60));
        assertRefused(cut, "");
    }
}
