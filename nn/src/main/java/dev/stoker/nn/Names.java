package dev.stoker.nn;

/** Names of weights: path elements joined by dots, as in a PyTorch state_dict. */
final class Names {
    private Names() {}

    static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
