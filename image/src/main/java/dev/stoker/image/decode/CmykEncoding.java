package dev.stoker.image.decode;

/** The meaning of a JPEG's four components: CMYK, which Adobe's programs store inverted. */
public enum CmykEncoding {
    /** Not CMYK: gray or color. */
    NONE,
    /** Cyan, magenta, yellow and black, 255 for full ink, as in the standard. */
    CMYK,
    /** The same, 255 for no ink, announced by an Adobe marker. */
    ADOBE_CMYK,
    /** Inverted cyan, magenta and yellow converted to luma and chroma, and black. */
    ADOBE_YCCK
}
