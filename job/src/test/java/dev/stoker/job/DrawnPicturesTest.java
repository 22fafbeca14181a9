package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Draws;
import dev.stoker.core.ElementType;
import dev.stoker.core.PictureDemands;
import dev.stoker.core.PictureParameters;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.image.Affine;
import dev.stoker.image.Blur;
import dev.stoker.image.CenterCrop;
import dev.stoker.image.ColorJitter;
import dev.stoker.image.Cutout;
import dev.stoker.image.Decoder;
import dev.stoker.image.Edge;
import dev.stoker.image.Greyscale;
import dev.stoker.image.HorizontalFlip;
import dev.stoker.image.Interpolation;
import dev.stoker.image.PaddedRandomCrop;
import dev.stoker.image.RandomErasing;
import dev.stoker.image.RandomResizedCrop;
import dev.stoker.image.Range;
import dev.stoker.image.Recipe;
import dev.stoker.image.ResizeShorterSide;
import dev.stoker.image.ResizeTo;
import dev.stoker.image.Rotate;
import dev.stoker.image.Scratch;
import dev.stoker.image.ShiftAndFlip;
import dev.stoker.image.Step;
import dev.stoker.image.VerticalFlip;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.PictureMaker;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Pictures that recipes make with OpenCV against those that a maker makes of the parameters that the same recipes draw. */
class DrawnPicturesTest {
    private static final int PICTURES = 200;

    /**
     * A recipe on pictures of a size.
     *
     * @param most the largest difference of a value, in levels
     * @param share the share of values that may differ by more than one level
     */
    record Case(String name, Shape source, Shape target, int most, double share, List<Step> steps) {
        Recipe recipe() {
            return new Recipe(steps);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Case same(String name, int most, double share, Step... steps) {
        var shape = new Shape(24, 24, 3);
        return new Case(name, shape, shape, most, share, List.of(steps));
    }

    private static Case framed(String name, int height, int width, int most, double share, Step... steps) {
        return new Case(
                name, new Shape(height, width, 3), new Shape(24, 24, 3), most, share, List.of(steps));
    }

    private static Stream<Case> cases() {
        return Stream.of(
                same("nothing", 0, 0),
                same("flips", 0, 0, new HorizontalFlip(0.5), new VerticalFlip(0.5)),
                same("padded crop", 0, 0, new PaddedRandomCrop(24, 4), new HorizontalFlip(0.5)),
                framed("centre crop", 31, 27, 0, 0, new CenterCrop(24), new HorizontalFlip(0.5)),
                framed("centre crop with black around", 19, 30, 0, 0, new CenterCrop(24)),
                same("cutout", 0, 0, new PaddedRandomCrop(24, 4), new Cutout(9, 77)),
                same("erasing", 0, 0, new RandomErasing(0.7)),
                same("greyscale", 0, 0, new Greyscale(0.5)),
                same("brightness", 1, 0, new ColorJitter(0.6, 0, 0, 0)),
                same("contrast", 1, 0, new ColorJitter(0, 0.6, 0, 0)),
                same("saturation", 1, 0, new ColorJitter(0, 0, 0.6, 0)),
                same("hue", 1, 0, new ColorJitter(0, 0, 0, 0.5)),
                same("jitter", 1, 0, new ColorJitter(0.4, 0.4, 0.4, 0.1), new Greyscale(0.2)),
                same("rotate", 1, 0, new Rotate(30, 9)),
                same("padded crop and rotate", 1, 0, new PaddedRandomCrop(24, 4), new Rotate(30, 9)),
                same("affine", 1, 0, new Affine(20, 0.2, new Range(0.7, 1.4), 10, 5)),
                same("blur", 1, 0, new Blur(0.8, new Range(0.1, 2))),
                framed("crop grown", 20, 22, 1, 0, new RandomResizedCrop(24), new HorizontalFlip(0.5)),
                framed("crop shrunk", 40, 46, 1, 0, new RandomResizedCrop(24, new Range(0.4, 1)), new HorizontalFlip(0.5)),
                framed("area", 100, 75, 1, 0, new ResizeTo(24, 24, Interpolation.AREA)),
                framed("area by a whole number", 72, 96, 1, 0, new ResizeTo(24, 24, Interpolation.AREA)),
                framed("evaluation", 70, 90, 1, 0, new ResizeShorterSide(27, Interpolation.AREA), new CenterCrop(24)),
                framed("grown and padded", 15, 17, 1, 0, new ResizeTo(24, 24, Interpolation.LINEAR), new PaddedRandomCrop(24, 5)),
                framed("crop, turn, colours, blur, cutout", 40, 46, 1, 0,
                        new RandomResizedCrop(24, new Range(0.4, 1)), new HorizontalFlip(0.5),
                        new Rotate(15, 0), new ColorJitter(0.4, 0.4, 0.4, 0.1), new Greyscale(0.2),
                        new Blur(0.5, new Range(0.1, 2)), new Cutout(8, 0)));
    }

    /** Noise, in which neighbours have nothing in common: the hardest for interpolation. */
    private static MemorySegment noise(Shape shape, int pictures) {
        var draws = new Draws(new Seed(77));
        var memory = Arena.ofAuto().allocate((long) shape.bytes() * pictures, 8);
        for (long i = 0; i < memory.byteSize(); i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) draws.nextInt(256));
        }
        return memory;
    }

    private static byte[] made(MemorySegment sources, Shape source, MemorySegment parameters, Shape target, PictureDemands demands) {
        var zero = Collections.nCopies(target.channels(), 0.0);
        var one = Collections.nCopies(target.channels(), 1 / 255.0);
        try (var _ = TensorScope.open("made")) {
            var maker = PictureMaker.on(Device.CPU, target, zero, one, demands);
            long count = sources.byteSize() / source.bytes();
            var pictures = maker.make(
                    Tensor.view(sources, ElementType.UINT8, count, source.height(), source.width(), source.channels()),
                    Tensor.view(parameters, ElementType.INT32, parameters.byteSize() / PictureParameters.BYTES, PictureParameters.WORDS));
            float[] values = pictures.permute(0, 2, 3, 1).toHost().toArray(ValueLayout.JAVA_FLOAT);
            var bytes = new byte[values.length];
            for (int i = 0; i < bytes.length; i++) {
                assertThat(values[i]).isEqualTo((float) (int) values[i]).isBetween(0f, 255f);
                bytes[i] = (byte) (int) values[i];
            }
            return bytes;
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bothMakeTheSamePicture(Case each) {
        var sources = noise(each.source, PICTURES);
        var target = each.target;
        var rows = Arena.ofAuto().allocate((long) PICTURES * target.bytes());
        var parameters = Arena.ofAuto().allocate((long) PICTURES * PictureParameters.BYTES, 4);
        var compiled = each.recipe().compile(target, Decoder.openCv());
        var drawn = each.recipe().drawn(target);
        try (var scratch = Scratch.open()) {
            for (int i = 0; i < PICTURES; i++) {
                var pixels = sources.asSlice((long) i * each.source.bytes(), each.source.bytes());
                var row = rows.asSlice((long) i * target.bytes(), target.bytes());
                compiled.run(pixels, each.source, row, new Draws(new Seed(i)), scratch);
                drawn.draw(i, each.source, new Draws(new Seed(i)), parameters.asSlice((long) i * PictureParameters.BYTES, PictureParameters.BYTES));
            }
        }
        compare(each, rows.toArray(ValueLayout.JAVA_BYTE), made(sources, each.source, parameters, target, drawn.demands()));
    }

    private static void compare(Case each, byte[] expected, byte[] actual) {
        int most = 0;
        int more = 0;
        long sum = 0;
        for (int i = 0; i < expected.length; i++) {
            int difference = Math.abs(Byte.toUnsignedInt(expected[i]) - Byte.toUnsignedInt(actual[i]));
            most = Math.max(most, difference);
            more += difference > 1 ? 1 : 0;
            sum += difference > 0 ? 1 : 0;
        }
        System.out.printf("MEASURED %s: most %d, over one %.6f, different %.6f%n", each.name, most, (double) more / expected.length, (double) sum / expected.length);
    }

    /** Bytes are moved and not computed: they must be the same ones. */
    @ParameterizedTest
    @CsvSource({"1, BLACK, true", "3, BLACK, true", "3, REFLECT, true", "1, REFLECT, false"})
    void movedAndMirroredBytesAreTheSame(int channels, Edge edge, boolean mirror) {
        var shape = new Shape(13, 17, channels);
        var sources = noise(shape, PICTURES);
        var rows = Arena.ofAuto().allocate((long) PICTURES * shape.bytes());
        var parameters = Arena.ofAuto().allocate((long) PICTURES * PictureParameters.BYTES, 4);
        var moving = new ShiftAndFlip(shape, 12, edge, mirror);
        for (int i = 0; i < PICTURES; i++) {
            var pixels = sources.asSlice((long) i * shape.bytes(), shape.bytes());
            moving.apply(pixels, rows.asSlice((long) i * shape.bytes(), shape.bytes()), new Draws(new Seed(i)));
            moving.draw(i, shape, new Draws(new Seed(i)), parameters.asSlice((long) i * PictureParameters.BYTES, PictureParameters.BYTES));
        }
        assertThat(made(sources, shape, parameters, shape, PictureDemands.NONE)).isEqualTo(rows.toArray(ValueLayout.JAVA_BYTE));
    }
}
