/* A disk and a clock that misbehave, put between a program and its C library (LD_PRELOAD).
 *
 * The file named by TAPIS_BAD_DISK has words: `write=28` what writing there answers (an errno), `sync_ms=1500`
 * how long keeping it takes, `free=0` how many bytes are left, `clock_s=3600` how far the wall clock is wrong,
 * `kept=0` whether somebody keeps the clock. Only files below the folder in TAPIS_BAD_FOLDER are concerned.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static long said(const char *word, long otherwise) {
    static int (*real_open)(const char *, int, ...);
    const char *path = getenv("TAPIS_BAD_DISK");
    char text[256] = {0}, key[32];
    if (!real_open) real_open = dlsym(RTLD_NEXT, "open");
    int handle = path ? real_open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (handle < 0) return otherwise;
    ssize_t size = read(handle, text + 1, sizeof text - 2);
    close(handle);
    if (size <= 0) return otherwise;
    text[0] = ' ';
    snprintf(key, sizeof key, " %s=", word);
    const char *found = strstr(text, key);
    return found ? atol(found + strlen(key)) : otherwise;
}

static int below(const char *path) {
    const char *folder = getenv("TAPIS_BAD_FOLDER");
    return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int concerned(int handle) {
    char link[64], path[PATH_MAX] = {0};
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    return readlink(link, path, sizeof path - 1) > 0 && below(path);
}

static int refused(int handle) {
    long code = said("write", 0);
    if (!code || !concerned(handle)) return 0;
    errno = (int)code;
    return 1;
}

static void late(int handle) {
    long ms = said("sync_ms", 0);
    if (!ms || !concerned(handle)) return;
    struct timespec wait = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&wait, NULL);
}

ssize_t write(int handle, const void *data, size_t size) {
    return refused(handle) ? -1 : REAL(write)(handle, data, size);
}
ssize_t pwrite(int handle, const void *data, size_t size, off_t at) {
    return refused(handle) ? -1 : REAL(pwrite)(handle, data, size, at);
}
ssize_t pwrite64(int handle, const void *data, size_t size, off64_t at) {
    return refused(handle) ? -1 : REAL(pwrite64)(handle, data, size, at);
}
int fsync(int handle) {
    late(handle);
    return refused(handle) ? -1 : REAL(fsync)(handle);
}
int fdatasync(int handle) {
    late(handle);
    return refused(handle) ? -1 : REAL(fdatasync)(handle);
}

static int opened(const char *name, int folder, const char *path, int flags, mode_t mode) {
    int (*real)(int, const char *, int, ...) = dlsym(RTLD_NEXT, name);
    if ((flags & O_CREAT) && below(path) && said("write", 0) == EROFS) {
        errno = EROFS;
        return -1;
    }
    return real(folder, path, flags, mode);
}
#define MODE(flags) ({ va_list more; va_start(more, flags); mode_t m = (flags) & O_CREAT ? va_arg(more, mode_t) : 0; va_end(more); m; })
int open(const char *path, int flags, ...) { return opened("openat", AT_FDCWD, path, flags, MODE(flags)); }
int open64(const char *path, int flags, ...) { return opened("openat64", AT_FDCWD, path, flags, MODE(flags)); }

int statvfs(const char *path, struct statvfs *told) {
    int done = REAL(statvfs)(path, told);
    long left = said("free", -1);
    if (done == 0 && left >= 0 && below(path)) told->f_bavail = left / told->f_frsize;
    return done;
}
int statvfs64(const char *path, struct statvfs64 *told) {
    int done = REAL(statvfs64)(path, told);
    long left = said("free", -1);
    if (done == 0 && left >= 0 && below(path)) told->f_bavail = left / told->f_frsize;
    return done;
}
int clock_gettime(clockid_t which, struct timespec *told) {
    int done = REAL(clock_gettime)(which, told);
    if (done == 0 && which == CLOCK_REALTIME) told->tv_sec += said("clock_s", 0);
    return done;
}
int adjtimex(void *told) {
    static int (*real)(void *);
    long kept = said("kept", -1);
    if (!real) real = dlsym(RTLD_NEXT, "adjtimex");
    return kept < 0 ? real(told) : kept ? 0 : 5;
}
