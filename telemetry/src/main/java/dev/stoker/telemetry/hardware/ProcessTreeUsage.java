package dev.stoker.telemetry.hardware;

import dev.stoker.core.Bytes;

/**
 * What a process and its descendants use, by the kernel's count. Times and traffic are totals, with those of processes that have
 * ended.
 *
 * @param processes that are alive
 * @param memory resident in RAM; pages that processes share are counted for each of them
 * @param read bytes that were read by system calls, from disks or from the page cache
 * @param diskRead bytes that disks were asked for
 */
public record ProcessTreeUsage(
        int processes, double cpuSeconds, Bytes memory, Bytes read, Bytes diskRead, Bytes diskWritten) {}
