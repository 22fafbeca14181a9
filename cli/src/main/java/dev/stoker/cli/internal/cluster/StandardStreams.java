package dev.stoker.cli.internal.cluster;

import dev.stoker.distribute.cluster.ClusterConsole;

/** Ranks of a cluster write where this process does. */
record StandardStreams() implements ClusterConsole {
    @Override
    public void output(byte[] bytes) {
        System.out.write(bytes, 0, bytes.length);
        System.out.flush();
    }

    @Override
    public void error(String line) {
        System.err.println(line);
    }

    @Override
    public void message(String sentence) {
        error("stoker: " + sentence);
    }
}
