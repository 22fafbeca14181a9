package dev.stoker.lab.doctor.check;

import java.util.List;
import java.util.Set;

/** The machine besides its GPUs. */
final class MachineChecks {
    static final List<Check> ALL =
            List.of(new CoresPerGpu(), new InstructionSets(), new OtherLoad(), new MemoryNodes(), new Versions());

    private MachineChecks() {}

    /** Too few cores to feed a GPU. */
    record CoresPerGpu() implements Check {
        @Override
        public String name() {
            return "cores-per-gpu";
        }

        @Override
        public Finding inspect(Facts facts) {
            if (!facts.onGpu()) {
                return Finding.notApplicable(this, "a CPU computes the steps");
            }
            double allowed = facts.machine().cores() / facts.input().processor();
            String evidence = "%d cores allow an input of %s; steps by themselves give %s"
                    .formatted(
                            facts.machine().cores(),
                            Words.rate(allowed),
                            Words.rate(facts.rates().steps()));
            double gain = facts.speedupOfInput(
                    Math.max(facts.rates().input(), 2 * allowed), facts.input().processor() / 2);
            return allowed < 0.9 * facts.rates().steps() && gain >= Finding.NOTABLE
                    ? Finding.found(
                            this,
                            evidence,
                            "more cores for each GPU, or less work for them: shards, --decode device, --augment device",
                            1)
                    : Finding.ok(this, evidence);
        }
    }

    /** Vector instructions that libtorch has kernels for. */
    record InstructionSets() implements Check {
        private static final Set<String> FAST = Set.of("avx2", "avx512f", "asimd", "sve");

        @Override
        public String name() {
            return "instruction-sets";
        }

        @Override
        public Finding inspect(Facts facts) {
            var sets = facts.machine().processor().instructionSets();
            String evidence = sets.isEmpty() ? "none that is known" : String.join(" ", sets);
            if (facts.onGpu() || sets.stream().anyMatch(FAST::contains)) {
                return Finding.ok(this, evidence);
            }
            return Finding.found(this, evidence, "a processor, or a virtual machine's CPU type, with AVX2 or more", 1);
        }
    }

    /** Others on the same cores, which make every figure smaller than it is on a machine of one's own. */
    record OtherLoad() implements Check {
        private static final double MUCH = 0.25;

        @Override
        public String name() {
            return "other-load";
        }

        @Override
        public Finding inspect(Facts facts) {
            String evidence = String.format(
                    java.util.Locale.ROOT,
                    "other processes used %.1f of %d cores while this was measured",
                    facts.machine().load(),
                    facts.machine().cores());
            return facts.machine().load() > MUCH * facts.machine().cores()
                    ? Finding.unknown(this, evidence, "measure again when they are done: the figures are too low")
                    : Finding.ok(this, evidence);
        }
    }

    /** Memory that is nearer to some cores than to others. */
    record MemoryNodes() implements Check {
        @Override
        public String name() {
            return "numa";
        }

        @Override
        public Finding inspect(Facts facts) {
            int nodes = facts.machine().nodes();
            return nodes <= 1
                    ? Finding.notApplicable(this, "one memory node")
                    : Finding.unknown(
                            this,
                            "%d memory nodes; where threads and memory are was not measured".formatted(nodes),
                            "compare with a run on one node: `numactl --cpunodebind=0 --membind=0 ./stoker …`");
        }
    }

    /** What a bug report would need. */
    record Versions() implements Check {
        @Override
        public String name() {
            return "versions";
        }

        @Override
        public Finding inspect(Facts facts) {
            return Finding.ok(
                    this,
                    "libtorch %s%s"
                            .formatted(
                                    facts.machine().libtorch(),
                                    facts.machine()
                                            .driver()
                                            .map(driver -> ", " + driver)
                                            .orElse(", no GPU driver")));
        }
    }
}
