package dev.stoker.telemetry.chart;

import java.awt.geom.Path2D;
import java.util.HashMap;
import java.util.Map;

/**
 * Letters of straight strokes. Each line of the table is a character and its strokes, parted by bars; a place is a column
 * and a row, where row 0 is the top of capitals, 2 that of small letters, 6 the line they stand on.
 */
final class Letters {
    private static final String TABLE = """
        0 10 30 41 45 36 16 05 01 10
        1 11 20 26|16 36
        2 01 10 30 41 42 06 46
        3 01 10 30 41 42 33 44 45 36 16 05|13 33
        4 36 30 04 44
        5 40 00 02 32 43 45 36 16 05
        6 41 30 10 01 05 16 36 45 44 33 13 04
        7 00 40 16
        8 13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33
        9 42 33 13 02 01 10 30 41 45 36 16 05
        . 06 06
        , 15 07
        - 04 34
        – 04 44
        + 04 44|22 26
        / 40 06
        % 40 06|00 10 11 01 00|35 45 46 36 35
        ( 20 11 15 26
        ) 00 11 15 06
        : 03 03|06 06
        ; 13 13|15 07
        = 03 43|05 45
        _ 06 46
        × 13 35|33 15
        · 04 04
        µ 02 08|05 16 36 45|42 46
        & 46 02 01 10 20 31 04 05 16 26 44
        < 42 04 46
        > 02 44 06
        ' 00 01
        # 10 16|30 36|02 42|04 44
        → 04 44|33 44 35
        a 12 32 43 46|44 14 05 16 36 45
        b 00 06|03 12 32 43 45 36 16 05
        c 43 32 12 03 05 16 36 45
        d 40 46|43 32 12 03 05 16 36 45
        e 04 44 43 32 12 03 05 16 36 45
        f 30 20 11 16|02 32
        g 42 47 38 18 07|43 32 12 03 05 16 36 45
        h 00 06|03 12 32 43 46
        i 02 06|00 00
        j 12 17 08|10 10
        k 00 06|32 04 36
        l 00 06
        m 02 06|03 12 23 26|23 32 43 46
        n 02 06|03 12 32 43 46
        o 12 32 43 45 36 16 05 03 12
        p 02 08|03 12 32 43 45 36 16 05
        q 42 48|43 32 12 03 05 16 36 45
        r 02 06|04 13 22 32
        s 43 32 12 03 14 34 45 36 16 05
        t 10 15 26 36|02 32
        u 02 05 16 36 45|42 46
        v 02 26 42
        w 02 16 23 36 42
        x 02 46|42 06
        y 02 26|42 18
        z 02 42 06 46
        A 06 20 46|14 34
        B 33 03 00 30 41 42 33 44 45 36 06 03
        C 41 30 10 01 05 16 36 45
        D 00 06 26 44 42 20 00
        E 40 00 06 46|03 33
        F 40 00 06|03 33
        G 41 30 10 01 05 16 36 45 43 23
        H 00 06|40 46|03 43
        I 00 06
        J 30 35 26 16 05
        K 00 06|40 03 46
        L 00 06 46
        M 06 00 23 40 46
        N 06 00 46 40
        O 10 30 41 45 36 16 05 01 10
        P 06 00 30 41 42 33 03
        Q 10 30 41 45 36 16 05 01 10|34 46
        R 06 00 30 41 42 33 03|23 46
        S 41 30 10 01 02 13 33 44 45 36 16 05
        T 00 40|20 26
        U 00 05 16 36 45 40
        V 00 26 40
        W 00 16 22 36 40
        X 00 46|40 06
        Y 00 23 40|23 26
        Z 00 40 06 46
        """;

    private static final double ROWS = 6;
    private static final double GAP = 1.9;
    private static final double SPACE = 2.6;
    private static final String UNKNOWN = "00 40 46 06 00";
    private static final Map<Character, String> STROKES = strokes();

    private Letters() {}

    private static Map<Character, String> strokes() {
        var strokes = new HashMap<Character, String>();
        TABLE.lines().forEach(line -> strokes.put(line.charAt(0), line.substring(2)));
        return strokes;
    }

    /** The strokes of a text; {@code size} is the height of capitals, and {@code y} the line they stand on. */
    static Path2D path(String text, double x, double y, double size) {
        double unit = size / ROWS;
        double at = x;
        var path = new Path2D.Double();
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter != ' ') {
                for (String stroke : of(letter).split("\\|", -1)) {
                    add(path, stroke, at, y - size, unit);
                }
            }
            at += unit * advance(letter);
        }
        return path;
    }

    private static void add(Path2D path, String stroke, double x, double y, double unit) {
        boolean first = true;
        for (String place : stroke.split(" ", -1)) {
            double px = x + 0.9 * unit * digit(place, 0);
            double py = y + unit * digit(place, 1);
            if (first) {
                path.moveTo(px, py);
            }
            path.lineTo(px, py);
            first = false;
        }
    }

    static double width(String text, double size) {
        double columns =
                text.chars().mapToDouble(letter -> advance((char) letter)).sum();
        return Math.max(0, columns - GAP) * size / ROWS;
    }

    private static double advance(char letter) {
        if (letter == ' ') {
            return SPACE;
        }
        int widest = 0;
        for (String place : of(letter).split("[ |]", -1)) {
            widest = Math.max(widest, digit(place, 0));
        }
        return 0.9 * widest + GAP;
    }

    private static String of(char letter) {
        return STROKES.getOrDefault(letter, UNKNOWN);
    }

    private static int digit(String place, int index) {
        return Character.digit(place.charAt(index), 10);
    }
}
