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

#ifndef OLD_DRIVER

#ifndef SENSOR_STATUS
#define SENSOR_STATUS 0
#endif
#ifndef COUNTER_TYPE
#define COUNTER_TYPE 3
#endif

typedef struct {
    unsigned int fieldId, scopeId;
    long long timestamp, latencyUsec;
    int valueType, nvmlReturn;
    unsigned long long value;
} nvmlFieldValue_t;

typedef struct {
    unsigned int version;
    unsigned long long total, reserved, free, used;
} nvmlMemory_v2_t;

int nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t *memory) {
    if (memory->version != (sizeof(nvmlMemory_v2_t) | 2 << 24)) return INVALID_ARGUMENT;
    memory->total = 150754820096ULL;
    memory->reserved = 644874240ULL;
    memory->used = 3355125761ULL + device->index;
    memory->free = memory->total - memory->used - memory->reserved;
    return SENSOR_STATUS;
}

int nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int *index) {
    *index = device->index;
    return SUCCESS;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *address, nvmlDevice_t *device) {
    if (address[0] != '0' || address[5] != '1') return INVALID_ARGUMENT;
    *device = &devices[1];
    return SUCCESS;
}

int nvmlDeviceGetJpgUtilization(nvmlDevice_t device, unsigned int *utilization, unsigned int *period) {
    *utilization = 12;
    *period = 166667;
    return SENSOR_STATUS;
}

int nvmlDeviceGetDecoderUtilization(nvmlDevice_t device, unsigned int *utilization, unsigned int *period) {
    *utilization = 3;
    *period = 166667;
    return SENSOR_STATUS;
}

int nvmlDeviceGetTemperature(nvmlDevice_t device, int sensor, unsigned int *celsius) {
    if (sensor != 0) return INVALID_ARGUMENT;
    *celsius = 54;
    return SENSOR_STATUS;
}

int nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned int *milliwatts) {
    *milliwatts = 612500;
    return SENSOR_STATUS;
}

int nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, unsigned long long *millijoules) {
    static unsigned long long energy = 5000000000ULL;
    *millijoules = energy += 250000;
    return SENSOR_STATUS;
}

int nvmlDeviceGetClockInfo(nvmlDevice_t device, int clock, unsigned int *megahertz) {
    if (clock != 1 && clock != 2) return INVALID_ARGUMENT;
    *megahertz = clock == 1 ? 1980 : 3201;
    return SENSOR_STATUS;
}

int nvmlDeviceGetCurrPcieLinkGeneration(nvmlDevice_t device, unsigned int *generation) {
    *generation = 5;
    return SENSOR_STATUS;
}

int nvmlDeviceGetCurrPcieLinkWidth(nvmlDevice_t device, unsigned int *width) {
    *width = 16;
    return SENSOR_STATUS;
}

int nvmlDeviceGetCurrentClocksEventReasons(nvmlDevice_t device, unsigned long long *reasons) {
    *reasons = 1 | 4 | 64 | 1ULL << 40;
    return SENSOR_STATUS;
}

int nvmlDeviceGetFieldValues(nvmlDevice_t device, int count, nvmlFieldValue_t *values) {
    static unsigned long long received;
    for (int i = 0; i < count; i++) {
        values[i].nvmlReturn = values[i].fieldId == 197 || values[i].fieldId == 198 ? SUCCESS : INVALID_ARGUMENT;
        values[i].valueType = COUNTER_TYPE;
        values[i].value = values[i].fieldId == 198 ? received += 1000000000 : 7;
    }
    return SENSOR_STATUS;
}

int nvmlDeviceGetPcieThroughput(nvmlDevice_t device, int direction, unsigned int *kilobytes) {
    *kilobytes = direction == 1 ? 2000 : 1000;
    return SENSOR_STATUS;
}

#endif
