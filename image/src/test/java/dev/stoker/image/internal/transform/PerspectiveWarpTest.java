package dev.stoker.image.internal.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.Pixels;
import dev.stoker.image.TransformRunner;
import dev.stoker.image.internal.transform.PerspectiveWarp.Corners;
import dev.stoker.image.transform.RandomFilter.RandomPerspective;
import dev.stoker.image.transform.TransformChain;
import org.junit.jupiter.api.Test;

class PerspectiveWarpTest {
    private static final int FILL = 9;
    private static final Pixels COLOR = Pixels.smooth(41, 61, 3);

    private static Pixels warp(Corners corners) {
        return TransformRunner.apply(
                COLOR, (canvas, workspace) -> PerspectiveWarp.warp(canvas, corners, FILL, workspace));
    }

    @Test
    void cornersThatStayChangeNothing() {
        assertThat(warp(new Corners(0, 0, 60, 0, 60, 40, 0, 40)).largestDifference(COLOR))
                .isLessThanOrEqualTo(1);
    }

    @Test
    void theCornersOfTheImageGoWhereTheyAreTold() {
        var row = warp(new Corners(6, 3, 50, 8, 57, 33, 2, 38));
        int[][] from = {{0, 0}, {60, 0}, {60, 40}, {0, 40}};
        int[][] to = {{6, 3}, {50, 8}, {57, 33}, {2, 38}};
        for (int corner = 0; corner < 4; corner++) {
            for (int channel = 0; channel < 3; channel++) {
                assertThat(row.at(to[corner][1], to[corner][0], channel))
                        .isCloseTo(COLOR.at(from[corner][1], from[corner][0], channel), within(2.0));
            }
        }
        assertThat(row.at(0, 0, 0)).isEqualTo(FILL);
        assertThat(row.at(40, 60, 0)).isEqualTo(FILL);
    }

    /** A trapezoid: the diagonals of the image cross where those of the trapezoid do. */
    @Test
    void straightLinesStayStraight() {
        var row = warp(new Corners(15, 0, 45, 0, 60, 40, 0, 40));
        double crossing = 40.0 / 3; // the upper side is half as long as the lower one
        for (int channel = 0; channel < 3; channel++) {
            assertThat(row.at((int) Math.rint(crossing), 30, channel))
                    .isCloseTo(COLOR.at(20, 30, channel), within(6.0));
        }
    }

    @Test
    void cornersMoveInwardByAtMostTheDistortion() {
        for (int seed = 0; seed < 200; seed++) {
            var corners = Corners.sample(0.5, 60, 40, new SeededRandom(new Seed(seed)));
            assertThat(corners.x0()).isBetween(0.0, 15.0);
            assertThat(corners.y1()).isBetween(0.0, 10.0);
            assertThat(corners.x2()).isBetween(44.0, 59.0);
            assertThat(corners.y3()).isBetween(29.0, 39.0);
        }
    }

    @Test
    void aShareOfTheImagesIsWarpedByTheProbability() {
        int changed = 0;
        for (long seed = 0; seed < 200; seed++) {
            var row = TransformRunner.run(TransformChain.of(new RandomPerspective(0.5, 0.5, FILL)), COLOR, seed);
            changed += row.largestDifference(COLOR) > 1 ? 1 : 0;
        }
        assertThat(changed).isBetween(70, 130);
    }
}
