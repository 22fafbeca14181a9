package dev.stoker.tensor.collective;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.NativeMemory;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * One rank of a test, in a process of its own. It does what it is told on standard input, line by line, and answers on standard
 * output. When it is ready it says the port of its store, which rank 0 alone has, and then all are told that port.
 */
final class RankProgram {
    private static final String HOST = "127.0.0.1";

    private RankProgram() {}

    /** Rank, world, timeout in milliseconds. */
    public static void main(String[] arguments) throws IOException {
        NativeMemory.countPointers();
        int rank = Integer.parseInt(arguments[0]);
        int world = Integer.parseInt(arguments[1]);
        var timeout = Duration.ofMillis(Long.parseLong(arguments[2]));
        var told = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var store = rank == 0 ? Optional.of(RendezvousStore.open(timeout)) : Optional.<RendezvousStore>empty();
        LibTorch.load(); // it takes longer than some timeouts
        System.out.println(store.map(RendezvousStore::port).orElse(0));
        int port = Integer.parseInt(told.readLine());
        try (var ranks = Communicator.gloo(new Rendezvous(rank, world, HOST, port, HOST, timeout))) {
            told.lines().forEach(line -> System.out.println(answer(ranks, line, told)));
        }
        store.ifPresent(RendezvousStore::close);
    }

    private static String answer(Communicator ranks, String line, BufferedReader told) {
        return switch (line) {
            case "check" -> {
                new CollectiveChecks(ranks).all();
                yield "right";
            }
            case "sum" -> failureOfASum(ranks);
            case "gpu" -> {
                GpuCollectiveChecks.all(ranks);
                yield "right";
            }
            case "gpu-abort" -> GpuCollectiveChecks.abortedSum(ranks, () -> awaitLine(told));
            default -> throw new IllegalArgumentException(line);
        };
    }

    private static void awaitLine(BufferedReader told) {
        try {
            told.readLine();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Sums that other ranks never take part in: milliseconds until that is noticed, and what is said then. */
    private static String failureOfASum(Communicator ranks) {
        System.out.println("begun");
        long begun = System.nanoTime();
        try (var _ = TensorScope.open("sum")) {
            var values = Tensor.zeros(DataType.FLOAT32, Device.CPU, 1000);
            var other = ranks.startSum(Tensor.zeros(DataType.FLOAT32, Device.CPU, 1000));
            ranks.sum(values);
            other.join();
            return "0 it was completed";
        } catch (CommunicationException failure) {
            return "%d %s".formatted((System.nanoTime() - begun) / 1_000_000, failure.getMessage());
        }
    }
}
