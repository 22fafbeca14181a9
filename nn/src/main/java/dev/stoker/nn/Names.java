package dev.stoker.nn;

/** Names of weights: path elements joined by dots, as in a PyTorch state_dict. */
final class Names {
    private Names() {}

    /** A part without a name stands in the place of what it is part of. */
    static String join(String path, String name) {
        return path.isEmpty() ? name : name.isEmpty() ? path : path + "." + name;
    }
}
