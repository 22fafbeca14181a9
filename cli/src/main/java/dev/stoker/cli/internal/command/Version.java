package dev.stoker.cli.internal.command;

import picocli.CommandLine.IVersionProvider;

/** The version that the build put into the jar's manifest. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"stoker " + number()};
    }

    public String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(unpackaged)" : version;
    }
}
