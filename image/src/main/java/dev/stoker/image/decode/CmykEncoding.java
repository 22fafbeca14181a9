package dev.stoker.image.decode;

/** How a JPEG of four components means them: printing inks, which Adobe's programs store inverted. */
public enum CmykEncoding {
    /** No inks: gray or color. */
    NONE,
    /** Cyan, magenta, yellow and black, 255 for full ink, as the standard means it. */
    CMYK,
    /** The same, 255 for no ink, announced by an Adobe marker. */
    ADOBE_CMYK,
    /** Inverted cyan, magenta and yellow turned into luma and chroma, black beside them. */
    ADOBE_YCCK
}
