/* Preloaded into a process, makes every read of a file below SLOW_READS take SLOW_READS_MS longer, as a distant disk does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static void wait_for_disk(int file) {
    static const char *folder;
    static long milliseconds;
    if (folder == NULL) {
        const char *text = getenv("SLOW_READS_MS");
        milliseconds = text == NULL ? 5 : atol(text);
        folder = getenv("SLOW_READS") == NULL ? "" : getenv("SLOW_READS");
    }
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (*folder && length > 0 && strncmp(path, folder, strlen(folder)) == 0) {
        struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
        nanosleep(&time, NULL);
    }
}

ssize_t read(int file, void *bytes, size_t count) {
    static ssize_t (*next)(int, void *, size_t);
    if (next == NULL) next = dlsym(RTLD_NEXT, "read");
    ssize_t result = next(file, bytes, count);
    if (result > 0) wait_for_disk(file);
    return result;
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) {
    static ssize_t (*next)(int, void *, size_t, off64_t);
    if (next == NULL) next = dlsym(RTLD_NEXT, "pread64");
    ssize_t result = next(file, bytes, count, offset);
    if (result > 0) wait_for_disk(file);
    return result;
}
