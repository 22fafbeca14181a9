package dev.stoker.job.plan;

/** Where training pictures lie, and where they are decoded and made. */
@Chapter("Where training pictures are made")
public record PlaceChapter(
        @Explained("where training pictures are cropped, mirrored and painted: auto, cpu, or device") @Usually("auto")
        AugmentPlace augment,

        @Explained("whether all training pictures lie on the device: auto, on, or off") @Usually("auto")
        Resident resident,

        @Explained("who decodes photographs for training: auto, cpu, or device, which needs augment device")
        @Usually("auto")
        DecodePlace decode,

        @Explained("share of the photographs that decode device leaves to the device; workers make the others")
        @Usually("1")
        double decodeShare) {

    /** Where training pictures are made. */
    public enum AugmentPlace {
        AUTO,
        CPU,
        DEVICE
    }

    /** Whether all training pictures lie on the device. */
    public enum Resident {
        AUTO,
        ON,
        OFF
    }

    /** Who decodes training pictures. */
    public enum DecodePlace {
        AUTO,
        CPU,
        DEVICE
    }

    public PlaceChapter {
        Check.that("decode-share", decodeShare >= 0 && decodeShare <= 1, "0 to 1", decodeShare);
    }
}
