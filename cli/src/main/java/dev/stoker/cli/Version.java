package dev.stoker.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build put into the jar's manifest. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"stoker " + (version == null ? "(unpackaged)" : version)};
    }
}
