package dev.stoker.distribute.coordination;

import java.util.Optional;

/** Compares what a rank says of itself with what rank 0 knows. */
record Admission(Greeting own) {
    /** Why the rank does not fit; {@code other} is who connected before with its number. */
    Optional<String> problem(Greeting greeting, Optional<MemberInfo> other) {
        var member = greeting.member();
        if (!greeting.version().equals(own.version())) {
            return Optional.of("%s runs Stoker %s, but %s runs %s; install the same version on all hosts"
                    .formatted(member, greeting.version(), own.member(), own.version()));
        }
        if (greeting.world() != own.world()) {
            return Optional.of(
                    "%s was started as one of %d ranks, but %s as one of %d; set WORLD_SIZE to the same number for all ranks"
                            .formatted(member, greeting.world(), own.member(), own.world()));
        }
        if (member.rank() < 0 || member.rank() >= own.world()) {
            return Optional.of("%s is not one of the %d ranks that %s waits for; set RANK to 0 to %d"
                    .formatted(member, own.world(), own.member(), own.world() - 1));
        }
        return other.map(present -> "%s and %s have the same number; set RANK to a number of its own for each process"
                .formatted(present, member));
    }

    /** For a rank whose greeting may have a form that is not known here. */
    String otherProtocol(String address, int protocol) {
        return "a rank at %s speaks protocol %d, but %s speaks %d; install the same version of Stoker on all hosts"
                .formatted(address, protocol, own.member(), Preamble.PROTOCOL);
    }
}
