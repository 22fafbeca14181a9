/* A driver of two devices. Declarations follow nvml.h; -D makes single functions fail. */
#include <stdio.h>

#ifndef DEVICES
#define DEVICES 2
#endif
#ifndef INIT_STATUS
#define INIT_STATUS 0
#endif
#ifndef NAME_STATUS
#define NAME_STATUS 0
#endif
#ifndef MEMORY_STATUS
#define MEMORY_STATUS 0
#endif
#ifndef UTILIZATION_STATUS
#define UTILIZATION_STATUS 0
#endif

enum { SUCCESS = 0, UNINITIALIZED = 1, INVALID_ARGUMENT = 2, INSUFFICIENT_SIZE = 7, ALREADY_OPEN = 999 };

typedef struct {
    unsigned long long total, free, used;
} nvmlMemory_t;

typedef struct {
    unsigned int gpu, memory;
} nvmlUtilization_t;

typedef struct device {
    unsigned int index;
} *nvmlDevice_t;

static struct device devices[] = {{0}, {1}};
static int open;

static int text(char *target, unsigned int length, const char *format, unsigned int number) {
    if (!open) return UNINITIALIZED;
    int written = snprintf(target, length, format, number);
    return written < (int) length ? SUCCESS : INSUFFICIENT_SIZE;
}

int nvmlInit_v2(void) {
    if (open) return ALREADY_OPEN;
    open = INIT_STATUS == SUCCESS;
    return INIT_STATUS;
}

int nvmlShutdown(void) {
    if (!open) return UNINITIALIZED;
    open = 0;
    return SUCCESS;
}

const char *nvmlErrorString(int status) {
    static char message[32];
    snprintf(message, sizeof message, "error string %d", status);
    return message;
}

int nvmlSystemGetDriverVersion(char *version, unsigned int length) {
    return text(version, length, "590.48.01", 0);
}

int nvmlSystemGetCudaDriverVersion_v2(int *version) {
    *version = 13010;
    return open ? SUCCESS : UNINITIALIZED;
}

int nvmlDeviceGetCount_v2(unsigned int *count) {
    *count = DEVICES;
    return open ? SUCCESS : UNINITIALIZED;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t *device) {
    if (index >= DEVICES) return INVALID_ARGUMENT;
    *device = &devices[index];
    return open ? SUCCESS : UNINITIALIZED;
}

int nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned int length) {
    return NAME_STATUS ? NAME_STATUS : text(name, length, "NVIDIA Fake %u", device->index);
}

int nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned int length) {
    return text(uuid, length, "GPU-fake-%u", device->index);
}

int nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory) {
    if (MEMORY_STATUS) return MEMORY_STATUS;
    memory->total = 150754820096ULL;
    memory->used = 4000000000ULL + device->index;
    memory->free = memory->total - memory->used;
    return SUCCESS;
}

int nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *rates) {
    if (UTILIZATION_STATUS) return UTILIZATION_STATUS;
    rates->gpu = 37 + device->index;
    rates->memory = 99;
    return SUCCESS;
}

int nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor) {
    *major = 9;
    *minor = (int) device->index;
    return SUCCESS;
}
