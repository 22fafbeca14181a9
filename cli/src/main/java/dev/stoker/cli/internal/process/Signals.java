package dev.stoker.cli.internal.process;

import java.lang.reflect.Proxy;
import java.util.function.IntConsumer;

/**
 * Handles signals of the operating system on a thread of their own. {@code sun.misc.Signal} is the only way to see a second
 * Ctrl-C, since the JVM has shutdown hooks for the first one alone; it is called by reflection, since compilers warn of it.
 */
final class Signals {
    private static final String SIGNAL = "sun.misc.Signal";
    private static final String HANDLER = "sun.misc.SignalHandler";

    private Signals() {}

    /** Calls the handler with the number of the signal; a signal that the process was started to ignore stays ignored. */
    static void handle(String name, IntConsumer handler) {
        try {
            var type = Class.forName(SIGNAL);
            var handlerType = Class.forName(HANDLER);
            var number = type.getMethod("getNumber");
            Object proxy = Proxy.newProxyInstance(
                    handlerType.getClassLoader(), new Class<?>[] {handlerType}, (_, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            handler.accept((int) number.invoke(arguments[0]));
                        }
                        return null;
                    });
            Object signal = type.getConstructor(String.class).newInstance(name);
            type.getMethod("handle", type, handlerType).invoke(null, signal, proxy);
        } catch (ReflectiveOperationException _) {
            // a JVM without this class, or one that was told to leave signals alone (-Xrs): they end the process
        }
    }

    /** A signal that is ignored has no handler afterwards either: the JVM leaves it alone. */
    static void ignore(String name) {
        try {
            var type = Class.forName(SIGNAL);
            var handlerType = Class.forName(HANDLER);
            Object signal = type.getConstructor(String.class).newInstance(name);
            type.getMethod("handle", type, handlerType)
                    .invoke(null, signal, handlerType.getField("SIG_IGN").get(null));
        } catch (ReflectiveOperationException _) {
            // as above
        }
    }
}
