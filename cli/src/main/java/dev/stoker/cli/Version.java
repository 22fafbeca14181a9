package dev.stoker.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build put into the jar's manifest. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"stoker " + number()};
    }

    String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(unpackaged)" : version;
    }
}
