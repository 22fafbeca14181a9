package dev.stoker.cli;

import picocli.CommandLine;

/** Prints the help of every command, in a process of its own so that its standard error can be read. */
final class HelpPrinter {
    private HelpPrinter() {}

    public static void main(String[] arguments) {
        print(StokerCommand.commandLine());
    }

    private static void print(CommandLine command) {
        System.out.println("# " + command.getCommandSpec().qualifiedName());
        command.usage(System.out);
        command.getSubcommands().values().stream().distinct().forEach(HelpPrinter::print);
    }
}
