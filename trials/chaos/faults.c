/* Between a process and the C library: writes and syncs of the database that fail, a wall clock that jumps.
 *
 * Loaded with LD_PRELOAD. What shall go wrong is read at every call from the file named by BOTTEGA_FAULTS, which is
 * shared memory with whoever makes the faults. SQLite calls these functions itself, so this lies truly beneath it:
 * what it sees is what a broken disk or a full file system would return.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct control {
    int64_t clock_offset; /* nanoseconds added to the wall clock */
    int32_t write_error;  /* errno of writes, 0: they succeed */
    int32_t sync_error;   /* errno of fsync and fdatasync */
    int32_t one_in;       /* every so manieth call fails */
    int32_t torn;         /* whether half of a failing write reaches the file */
    int64_t failed;       /* calls that were made to fail */
};

#define FILES 65536
static volatile struct control *control;
static unsigned char ours[FILES];
static uint32_t calls;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("BOTTEGA_FAULTS");
    int file = path ? open(path, O_RDWR) : -1;
    if (file < 0) return;
    void *shared = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared != MAP_FAILED) control = shared;
    close(file);
}

#define REAL(name) \
    ({ \
        static __typeof__(&name) real; \
        if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
        real; \
    })

static int fails(int file, int32_t error) {
    if (!error || file < 0 || file >= FILES || !ours[file]) return 0;
    int32_t one_in = control->one_in;
    if (one_in > 1 && __sync_fetch_and_add(&calls, 1) % (uint32_t)one_in) return 0;
    __sync_fetch_and_add(&control->failed, 1);
    errno = error;
    return 1;
}

static void note(int file, const char *path) {
    if (file < 0 || file >= FILES) return;
    const char *found = strstr(path, "bottega.sqlite3");
    ours[file] = found && !strstr(found, "-shm");
}

static mode_t mode_of(int flags, va_list rest) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

#define OPENER(name) \
    int name(const char *path, int flags, ...) { \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = mode_of(flags, rest); \
        va_end(rest); \
        int file = REAL(name)(path, flags, mode); \
        note(file, path); \
        return file; \
    }
OPENER(open)
OPENER(open64)

int close(int file) {
    if (file >= 0 && file < FILES) ours[file] = 0;
    return REAL(close)(file);
}

#define PWRITER(name, offset_type) \
    ssize_t name(int file, const void *data, size_t count, offset_type offset) { \
        if (control && fails(file, control->write_error)) { \
            int error = errno; \
            if (control->torn) (void)!REAL(name)(file, data, count / 2, offset); \
            errno = error; \
            return -1; \
        } \
        return REAL(name)(file, data, count, offset); \
    }
PWRITER(pwrite, off_t)
PWRITER(pwrite64, off64_t)

ssize_t write(int file, const void *data, size_t count) {
    return control && fails(file, control->write_error) ? -1 : REAL(write)(file, data, count);
}

int ftruncate(int file, off_t length) {
    return control && fails(file, control->write_error) ? -1 : REAL(ftruncate)(file, length);
}

int ftruncate64(int file, off64_t length) {
    return control && fails(file, control->write_error) ? -1 : REAL(ftruncate64)(file, length);
}

int fsync(int file) { return control && fails(file, control->sync_error) ? -1 : REAL(fsync)(file); }

int fdatasync(int file) { return control && fails(file, control->sync_error) ? -1 : REAL(fdatasync)(file); }

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = REAL(clock_gettime)(clock, now);
    if (!result && control && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        int64_t all = (int64_t)now->tv_sec * 1000000000 + now->tv_nsec + control->clock_offset;
        now->tv_sec = all / 1000000000;
        now->tv_nsec = all % 1000000000;
    }
    return result;
}

int gettimeofday(struct timeval *now, void *zone) {
    int result = REAL(gettimeofday)(now, zone);
    if (!result && control) now->tv_sec += control->clock_offset / 1000000000;
    return result;
}

time_t time(time_t *where) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where) *where = now.tv_sec;
    return now.tv_sec;
}
