package dev.stoker.datasets.catalog;

import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Which images of unpacked archives belong to a split, and to which classes. Paths have slashes and start at the top of the
 * archives; where a local copy lacks their first folders, these are left out.
 */
public sealed interface ImageSplit {
    /** A folder with one folder per class, in which the images are at any depth; those of {@code exclude} are no classes. */
    record ClassFolders(String folder, List<String> exclude) implements ImageSplit {
        public ClassFolders {
            exclude = List.copyOf(exclude);
        }
    }

    /**
     * A text file that lists images.
     *
     * @param line a regular expression for its lines
     * @param image the path of the image, in which {@code $1} is the first group
     * @param className the class, in the same way
     */
    record ListedImages(String list, String line, String image, String className) implements ImageSplit {
        public ListedImages {
            try {
                Pattern.compile(line);
            } catch (PatternSyntaxException wrong) {
                throw new IllegalArgumentException(
                        "line is no regular expression, got '%s' (%s)".formatted(line, wrong.getDescription()), wrong);
            }
        }
    }

    /**
     * Arrays in MATLAB files: the numbers of the images of the split, and the class of every image by its number.
     *
     * @param numbers file and array, such as {@code setid.mat#trnid}
     * @param labels file and array
     * @param image the path of the image, in which {@code %05d} is its number
     */
    record NumberedImages(String numbers, String labels, String image) implements ImageSplit {
        private static final Pattern ARRAY = Pattern.compile("[^#]+#[A-Za-z][A-Za-z0-9_]*");
        private static final Pattern NUMBERED = Pattern.compile("[^%]*%0?[0-9]{0,2}d[^%]*");

        public NumberedImages {
            for (String array : List.of(numbers, labels)) {
                if (!ARRAY.matcher(array).matches()) {
                    throw new IllegalArgumentException(
                            "an array is the file, # and its name, such as setid.mat#trnid, got '%s'".formatted(array));
                }
            }
            if (!NUMBERED.matcher(image).matches()) {
                throw new IllegalArgumentException(
                        "image needs the place of the number, such as image_%%05d.jpg, got '%s'".formatted(image));
            }
        }
    }
}
