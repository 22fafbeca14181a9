package dev.stoker.tensor;

import org.bytedeco.javacpp.Pointer;

/** An address that somebody else owns, in the form that JavaCPP passes to native code. */
final class Address extends Pointer {
    Address(long address) {
        this.address = address;
    }
}
