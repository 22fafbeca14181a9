package dev.stoker.job.plan;

import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;

/** Where training images are decoded, augmented and kept. */
@OptionGroup("Device placement")
public record DevicePlacementOptions(
        @Description("augmentation device: auto, cpu, or device") @Default("auto")
        AugmentDevice augment,

        @Description("device-resident dataset: keep all training images on the device; auto, on, or off")
        @Default("auto")
        Resident resident,

        @Description("JPEG decoding device: auto, cpu, or device, which needs augment device") @Default("auto")
        DecodeDevice decode,

        @Description("device decoding share: part of the images that decode device decodes; CPU workers decode the"
                + " others")
        @Default("1")
        double decodeShare)
        implements Options {

    /** Where training images are augmented. */
    public enum AugmentDevice {
        AUTO,
        CPU,
        DEVICE
    }

    /** Whether all training images are kept on the device. */
    public enum Resident {
        AUTO,
        ON,
        OFF
    }

    /** Where training images are decoded. */
    public enum DecodeDevice {
        AUTO,
        CPU,
        DEVICE
    }

    public DevicePlacementOptions {
        KeyCheck.that("decode-share", decodeShare >= 0 && decodeShare <= 1, "0 to 1", decodeShare);
    }

    public DevicePlacementOptions withDecodeShare(double chosen) {
        return new DevicePlacementOptions(augment, resident, decode, chosen);
    }
}
