package dev.stoker.job.plan;

/** Where training images lie, and where they are decoded and made. */
@OptionGroup("Where training images are made")
public record DevicePlacementOptions(
        @Description("where training images are cropped, flipped and painted: auto, cpu, or device") @Default("auto")
        AugmentDevice augment,

        @Description("whether all training images lie on the device: auto, on, or off") @Default("auto")
        Resident resident,

        @Description("who decodes photographs for training: auto, cpu, or device, which needs augment device")
        @Default("auto")
        DecodeDevice decode,

        @Description("share of the photographs that decode device leaves to the device; workers make the others")
        @Default("1")
        double decodeShare) {

    /** Where training images are made. */
    public enum AugmentDevice {
        AUTO,
        CPU,
        DEVICE
    }

    /** Whether all training images lie on the device. */
    public enum Resident {
        AUTO,
        ON,
        OFF
    }

    /** Who decodes training images. */
    public enum DecodeDevice {
        AUTO,
        CPU,
        DEVICE
    }

    public DevicePlacementOptions {
        KeyCheck.that("decode-share", decodeShare >= 0 && decodeShare <= 1, "0 to 1", decodeShare);
    }
}
