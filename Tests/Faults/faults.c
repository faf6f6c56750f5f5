/* Makes one system call of a program fail, be cut short, or be its last.
 *
 *   cc -shared -fPIC -O1 -o faults.so faults.c
 *   LD_PRELOAD=faults.so FAULT_STATE=state FAULT_UNDER=/folder FAULT_MODE=kill FAULT_AT=7 pmd add x
 *
 * FAULT_STATE  a file shared by all processes of a run: `struct shared` below
 * FAULT_UNDER  count only calls on paths below this folder
 * FAULT_MODE   kill   the process dies instead of making the call
 *              after  the process dies after the call
 *              torn   half of the data is written, then the process dies
 *              short  half of the data is written, and the call returns that count
 *              stop   the process is stopped before the call, until it is continued
 *              ENOSPC EDQUOT EROFS EIO EINTR EMFILE   the call fails
 * FAULT_AT     the number of the call, from 1, among the calls that the mode applies to,
 *              counted over all threads and child processes; if unset, calls are only counted
 * FAULT_FOR    how many calls fail, starting with that one; 0 for all
 * FAULT_ALL    kill every process of the run, not only the calling one: the result is
 *              that of a machine that loses power, with a disk that had written
 *              everything
 * FAULT_DISK   a folder that records what is certainly on the disk: in `f-INODE`, a file's
 *              bytes when it was last synced; in `d-INODE`, a folder's names, likewise;
 *              inode numbers must not be reused
 * FAULT_JOURNAL  each sync also writes all names, as on file systems that write changes
 *              of names to the disk in order
 * FAULT_LOG    a file that gets a line for each call: kinds, process, name, path */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/* The kinds of calls. A call counts for each of its kinds. */
enum { CHANGE, WRITE, READ, DESCRIPTOR, KINDS };
enum { IS_CHANGE = 1, IS_WRITE = 2, IS_READ = 4, IS_DESCRIPTOR = 8 };

/* Each counter is the maximum of FAULT_AT for some modes. */
struct shared {
    atomic_int changes;     /* kill, after, ENOSPC, EDQUOT, EROFS */
    atomic_int writes;      /* torn, short */
    atomic_int accesses;    /* EIO, EINTR: changes and reads */
    atomic_int descriptors; /* EMFILE */
    atomic_int faults;      /* the number of calls with a fault */
    atomic_int processes;
    pid_t process[64];
    char struck[512]; /* the first of these: PROGRAM NAME PATH */
};

enum verdict { GO_ON, FAIL, DIE_AFTER, TEAR, SHORTEN };

static struct shared *shared;
static const char *mode, *under, *log_file, *disk;
static int at, lasting, everyone, has_journal;
static __thread int busy;

static int error_of(const char *name) {
    static const struct { const char *name; int number; } known[] = {
        {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT}, {"EROFS", EROFS},
        {"EIO", EIO},       {"EINTR", EINTR},   {"EMFILE", EMFILE}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].name, name)) return known[i].number;
    return 0;
}

static const char *setting(const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value ? value : otherwise;
}

__attribute__((constructor)) static void begin(void) {
    const char *state = getenv("FAULT_STATE");
    if (!state || shared) return;
    busy = 1;
    mode = setting("FAULT_MODE", ""), under = setting("FAULT_UNDER", "/");
    log_file = getenv("FAULT_LOG"), disk = getenv("FAULT_DISK");
    at = atoi(setting("FAULT_AT", "0")), lasting = atoi(setting("FAULT_FOR", "1"));
    everyone = getenv("FAULT_ALL") != NULL, has_journal = getenv("FAULT_JOURNAL") != NULL;
    int file = syscall(SYS_openat, AT_FDCWD, state, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0 && syscall(SYS_ftruncate, file, sizeof *shared) == 0) {
        void *map = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (map != MAP_FAILED) shared = map;
    }
    if (file >= 0) close(file);
    if (shared) {
        int slot = atomic_fetch_add(&shared->processes, 1);
        if (slot < 64) shared->process[slot] = getpid();
    }
    busy = 0;
}

/* The process may have ended, and its ID may belong to an unrelated process. */
static int is_of_this_run(pid_t process) {
    static char text[1 << 16];
    char name[64];
    snprintf(name, sizeof name, "/proc/%d/environ", process);
    int file = syscall(SYS_openat, AT_FDCWD, name, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t count = syscall(SYS_read, file, text, sizeof text);
    syscall(SYS_close, file);
    const char *state = getenv("FAULT_STATE");
    return count > 0 && memmem(text, count, state, strlen(state)) != NULL;
}

__attribute__((noreturn)) static void die(void) {
    busy = 1;
    int count = everyone ? atomic_load(&shared->processes) : 0;
    for (int i = 0; i < count && i < 64; i++) {
        pid_t process = shared->process[i];
        if (process != getpid() && is_of_this_run(process)) kill(process, SIGKILL);
    }
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/* From now on, the process has no free descriptors except those that it closes. */
static void use_up_descriptors(void) {
    struct rlimit limit;
    int lowest = fcntl(0, F_DUPFD, 0);
    if (lowest >= 0) syscall(SYS_close, lowest);
    if (getrlimit(RLIMIT_NOFILE, &limit)) return;
    limit.rlim_cur = lowest < 0 ? 0 : lowest;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* The absolute path of a call's file, without a trailing slash. */
static void resolve(const char *path, int folder, char *full, size_t size) {
    char link[64] = "/proc/self/cwd";
    size_t length = 0;
    if (!path || (path[0] != '/' && folder != AT_FDCWD))
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    if (!path || path[0] != '/') {
        ssize_t count = readlink(link, full, size - 1);
        length = count > 0 ? count : 0;
    }
    full[length] = 0;
    if (path) snprintf(full + length, size - length, "%s%s", length ? "/" : "", path);
}

static void note(int kinds, const char *name, const char *path) {
    char line[4400];
    int length = snprintf(
        line, sizeof line, "%c%c%c%c %d %s %s\n", kinds & IS_CHANGE ? 'c' : '-',
        kinds & IS_WRITE ? 'w' : '-', kinds & IS_READ ? 'r' : '-',
        kinds & IS_DESCRIPTOR ? 'd' : '-', getpid(), name, path);
    int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    int file = syscall(SYS_openat, AT_FDCWD, log_file, flags, 0600);
    if (file < 0) return;
    syscall(SYS_write, file, line, length);
    syscall(SYS_close, file);
}

/* Counts a call and returns what happens to it. */
static enum verdict step(int kinds, const char *name, const char *path, int folder) {
    if (!shared || busy) return GO_ON;
    busy = 1;
    int saved = errno;
    char full[4096];
    resolve(path, folder, full, sizeof full);
    int is_below = !strncmp(full, under, strlen(under));
    if (!is_below) kinds &= IS_DESCRIPTOR;
    int number[KINDS] = {0};
    if (kinds & IS_CHANGE) number[CHANGE] = 1 + atomic_fetch_add(&shared->changes, 1);
    if (kinds & IS_WRITE) number[WRITE] = 1 + atomic_fetch_add(&shared->writes, 1);
    if (kinds & (IS_CHANGE | IS_READ)) number[READ] = 1 + atomic_fetch_add(&shared->accesses, 1);
    if (kinds & IS_DESCRIPTOR) number[DESCRIPTOR] = 1 + atomic_fetch_add(&shared->descriptors, 1);
    if (log_file && kinds) note(kinds, name, full);
    errno = saved;
    busy = 0;

    int error = error_of(mode);
    int isTorn = !strcmp(mode, "torn"), isShort = !strcmp(mode, "short");
    int counter = error == EIO || error == EINTR ? READ
        : error == EMFILE                        ? DESCRIPTOR
        : isTorn || isShort                      ? WRITE
                                                 : CHANGE;
    int mine = number[counter];
    if (!at || mine < at || (mine > at && !(error && (lasting == 0 || mine < at + lasting))))
        return GO_ON;
    /* No system interrupts unlink, and libgit2 leaves a second name behind if it fails. */
    if (error == EINTR && !strncmp(name, "unlink", 6)) return GO_ON;
    if (atomic_fetch_add(&shared->faults, 1) == 0)
        snprintf(
            shared->struck, sizeof shared->struck, "%s %s %.400s", program_invocation_short_name,
            name, full);
    if (error == EMFILE && lasting == 0 && mine == at) use_up_descriptors();
    if (error) return errno = error, FAIL;
    if (!strcmp(mode, "kill")) die();
    if (!strcmp(mode, "stop")) return kill(getpid(), SIGSTOP), GO_ON;
    return isTorn ? TEAR : isShort ? SHORTEN : DIE_AFTER;
}

#define REAL(type, name, ...)                    \
    static type (*real)(__VA_ARGS__);            \
    if (!real) real = dlsym(RTLD_NEXT, #name)

/* Completes a call that transfers no data. */
#define FINISH(type, verdict, call)              \
    switch (verdict) {                           \
    case FAIL: return (type)-1;                  \
    case DIE_AFTER: (void)(call); die();         \
    default: return call;                        \
    }

/* A call with one path or descriptor. */
#define CALL(name, kinds, path, folder, parameters, ...)                 \
    int name parameters {                                                \
        static int(*real) parameters;                                    \
        if (!real) real = dlsym(RTLD_NEXT, #name);                       \
        FINISH(int, step(kinds, #name, path, folder), real(__VA_ARGS__)) \
    }

CALL(rename, IS_CHANGE, b, AT_FDCWD, (const char *a, const char *b), a, b)
CALL(renameat, IS_CHANGE, b, y, (int x, const char *a, int y, const char *b), x, a, y, b)
CALL(link, IS_CHANGE, b, AT_FDCWD, (const char *a, const char *b), a, b)
CALL(linkat, IS_CHANGE, b, y, (int x, const char *a, int y, const char *b, int f), x, a, y, b, f)
CALL(symlink, IS_CHANGE, b, AT_FDCWD, (const char *a, const char *b), a, b)
CALL(unlink, IS_CHANGE, a, AT_FDCWD, (const char *a), a)
CALL(unlinkat, IS_CHANGE, a, x, (int x, const char *a, int f), x, a, f)
CALL(rmdir, IS_CHANGE, a, AT_FDCWD, (const char *a), a)
CALL(mkdir, IS_CHANGE, a, AT_FDCWD, (const char *a, mode_t m), a, m)
CALL(mkdirat, IS_CHANGE, a, x, (int x, const char *a, mode_t m), x, a, m)
CALL(chmod, IS_CHANGE, a, AT_FDCWD, (const char *a, mode_t m), a, m)
CALL(fchmod, IS_CHANGE, NULL, x, (int x, mode_t m), x, m)
CALL(ftruncate, IS_CHANGE, NULL, x, (int x, off_t n), x, n)
CALL(ftruncate64, IS_CHANGE, NULL, x, (int x, off64_t n), x, n)
CALL(mkstemp, IS_CHANGE | IS_DESCRIPTOR, a, AT_FDCWD, (char *a), a)
CALL(mkstemp64, IS_CHANGE | IS_DESCRIPTOR, a, AT_FDCWD, (char *a), a)
CALL(dup, IS_DESCRIPTOR, NULL, x, (int x), x)
CALL(socket, IS_DESCRIPTOR, "(socket)", AT_FDCWD, (int d, int t, int p), d, t, p)

/* Writes a file of the disk record, completely or not at all. */
static void put(char kind, ino_t inode, const char *bytes, size_t count) {
    char name[4096], draft[4200];
    snprintf(name, sizeof name, "%s/%c-%lu", disk, kind, (unsigned long)inode);
    snprintf(draft, sizeof draft, "%s.%ld", name, syscall(SYS_gettid));
    int file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || write(file, bytes, count) != (ssize_t)count || rename(draft, name)) abort();
    close(file);
}

static void put_file(int file, const struct stat *status) {
    char link[64];
    char *bytes = malloc(status->st_size + 1);
    /* The descriptor may be open for writing only. */
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    int opened = open(link, O_RDONLY | O_CLOEXEC);
    ssize_t count = opened < 0 ? -1 : pread(opened, bytes, status->st_size, 0);
    if (count < 0) abort();
    put('f', status->st_ino, bytes, count);
    close(opened);
    free(bytes);
}

static void put_link(int folder, const char *name, ino_t inode) {
    char target[4096];
    ssize_t count = readlinkat(folder, name, target, sizeof target);
    if (count >= 0) put('l', inode, target, count);
}

/* How much of a folder's contents is on the disk besides its names. */
enum { NAMES, ALL_NAMES, EVERYTHING };

static void put_folder(int folder, int depth) {
    struct stat status;
    char *lines = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&lines, &length);
    DIR *names = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!names || !out || fstat(folder, &status)) abort();
    for (struct dirent *entry; (entry = readdir(names));) {
        struct stat found;
        const char *name = entry->d_name;
        if (!strcmp(name, ".") || !strcmp(name, "..")) continue;
        if (fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW)) continue;
        char kind = S_ISDIR(found.st_mode) ? 'd' : S_ISLNK(found.st_mode) ? 'l' : 'f';
        fprintf(out, "%c-%lu %o %s\n", kind, (unsigned long)found.st_ino,
                found.st_mode & 07777, name);
        if (kind == 'l') put_link(folder, name, found.st_ino);
        if (kind == 'l' || depth == NAMES || (kind == 'f' && depth == ALL_NAMES)) continue;
        int below = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
        if (below < 0) continue;
        if (kind == 'd') put_folder(below, depth);
        else if (S_ISREG(found.st_mode)) put_file(below, &found);
        close(below);
    }
    fclose(out);
    put('d', status.st_ino, lines, length);
    free(lines);
    closedir(names);
}

/* Records that a file, a folder or everything is on the disk. */
static void note_on_disk(int file, int is_everything) {
    struct stat status;
    char full[4096];
    if (!disk || busy) return;
    busy = 1;
    resolve(NULL, file, full, sizeof full);
    if (is_everything || has_journal) {
        int top = open(under, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (top >= 0) put_folder(top, is_everything ? EVERYTHING : ALL_NAMES);
        close(top);
    }
    if (!strncmp(full, under, strlen(under)) && !fstat(file, &status)) {
        if (S_ISDIR(status.st_mode)) put_folder(file, NAMES);
        else if (S_ISREG(status.st_mode)) put_file(file, &status);
    }
    busy = 0;
}

static int synced(int result, int file, int is_everything) {
    if (result == 0) note_on_disk(file, is_everything);
    return result;
}

#define SYNCING(name, is_everything)                                        \
    int name(int file) {                                                    \
        REAL(int, name, int);                                               \
        FINISH(int, step(IS_CHANGE, #name, NULL, file),                     \
               synced(real(file), file, is_everything))                     \
    }
SYNCING(fsync, 0)
SYNCING(fdatasync, 0)
SYNCING(syncfs, 1)

/* Returns the error itself instead of setting errno. */
int posix_fallocate(int file, off_t offset, off_t size) {
    REAL(int, posix_fallocate, int, off_t, off_t);
    switch (step(IS_CHANGE, "posix_fallocate", NULL, file)) {
    case FAIL: return errno;
    case DIE_AFTER: real(file, offset, size); die();
    default: return real(file, offset, size);
    }
}

static int kinds_of_opening(int flags) {
    return IS_DESCRIPTOR | (flags & (O_CREAT | O_TRUNC) ? IS_CHANGE : IS_READ);
}

#define OPENING(name, folder, first, ...)                                  \
    int name(__VA_ARGS__, const char *path, int flags, ...) {              \
        va_list rest;                                                      \
        va_start(rest, flags);                                             \
        mode_t bits = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                      \
        REAL(int, name, __VA_ARGS__, const char *, int, ...);              \
        FINISH(int, step(kinds_of_opening(flags), #name, path, folder),    \
               real(first, path, flags, bits))                             \
    }
OPENING(openat, x, x, int x)
OPENING(openat64, x, x, int x)

#define OPENING_HERE(name)                                                 \
    int name(const char *path, int flags, ...) {                           \
        va_list rest;                                                      \
        va_start(rest, flags);                                             \
        mode_t bits = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                      \
        REAL(int, name, const char *, int, ...);                           \
        FINISH(int, step(kinds_of_opening(flags), #name, path, AT_FDCWD),  \
               real(path, flags, bits))                                    \
    }
OPENING_HERE(open)
OPENING_HERE(open64)
CALL(__open_2, kinds_of_opening(f), a, AT_FDCWD, (const char *a, int f), a, f)
CALL(__open64_2, kinds_of_opening(f), a, AT_FDCWD, (const char *a, int f), a, f)

#define OPENING_STREAM(type, name, kinds, parameters, ...)                 \
    type *name parameters {                                                \
        static type *(*real)parameters;                                    \
        if (!real) real = dlsym(RTLD_NEXT, #name);                         \
        enum verdict verdict = step(kinds, #name, path, AT_FDCWD);         \
        if (verdict == FAIL) return NULL;                                  \
        type *result = real(__VA_ARGS__);                                  \
        if (verdict == DIE_AFTER) die();                                   \
        return result;                                                     \
    }
typedef struct __dirstream stream_of_names;
OPENING_STREAM(stream_of_names, opendir, IS_READ | IS_DESCRIPTOR, (const char *path), path)
OPENING_STREAM(FILE, fopen, IS_DESCRIPTOR | (*how == 'r' ? IS_READ : IS_CHANGE),
               (const char *path, const char *how), path, how)
OPENING_STREAM(FILE, fopen64, IS_DESCRIPTOR | (*how == 'r' ? IS_READ : IS_CHANGE),
               (const char *path, const char *how), path, how)

static int is_regular(int file) {
    struct stat status;
    int saved = errno;
    int result = !fstat(file, &status) && S_ISREG(status.st_mode);
    errno = saved;
    return result;
}

/* Completes a call that writes: in full, half, or not at all. */
#define WRITING(name, parameters, file, whole, half)                        \
    ssize_t name parameters {                                               \
        static ssize_t(*real) parameters;                                   \
        if (!real) real = dlsym(RTLD_NEXT, #name);                          \
        if (!is_regular(file)) return whole;                                \
        switch (step(IS_CHANGE | IS_WRITE, #name, NULL, file)) {            \
        case FAIL: return -1;                                               \
        case DIE_AFTER: (void)(whole); die();                               \
        case TEAR: (void)(half); die();                                     \
        case SHORTEN: return half;                                          \
        default: return whole;                                              \
        }                                                                   \
    }
WRITING(write, (int x, const void *b, size_t n), x, real(x, b, n), real(x, b, (n + 1) / 2))
WRITING(pwrite, (int x, const void *b, size_t n, off_t o), x, real(x, b, n, o),
        real(x, b, (n + 1) / 2, o))
WRITING(pwrite64, (int x, const void *b, size_t n, off64_t o), x, real(x, b, n, o),
        real(x, b, (n + 1) / 2, o))
WRITING(writev, (int x, const struct iovec *v, int n), x, real(x, v, n), real(x, v, (n + 1) / 2))
WRITING(sendfile, (int x, int y, off_t *o, size_t n), x, real(x, y, o, n),
        real(x, y, o, (n + 1) / 2))

#define READING(name, parameters, file, ...)                                \
    ssize_t name parameters {                                               \
        static ssize_t(*real) parameters;                                   \
        if (!real) real = dlsym(RTLD_NEXT, #name);                          \
        if (!is_regular(file)) return real(__VA_ARGS__);                    \
        FINISH(ssize_t, step(IS_READ, #name, NULL, file), real(__VA_ARGS__)) \
    }
READING(read, (int x, void *b, size_t n), x, x, b, n)
READING(pread, (int x, void *b, size_t n, off_t o), x, x, b, n, o)
READING(pread64, (int x, void *b, size_t n, off64_t o), x, x, b, n, o)
READING(__read_chk, (int x, void *b, size_t n, size_t l), x, x, b, n, l)

/* Calls that the C library has no function for, or that are made without it. */
long syscall(long number, ...) {
    va_list rest;
    long a[6];
    va_start(rest, number);
    for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
    va_end(rest);
    REAL(long, syscall, long, ...);
    enum verdict verdict = GO_ON;
    switch (number) {
    case SYS_renameat2:
        verdict = step(IS_CHANGE, "renameat2", (const char *)a[3], (int)a[2]);
        break;
    case SYS_openat2:
        verdict = step(
            kinds_of_opening((int)*(const unsigned long long *)a[2]), "openat2",
            (const char *)a[1], (int)a[0]);
        break;
    case SYS_syncfs: verdict = step(IS_CHANGE, "syncfs", NULL, (int)a[0]); break;
    case SYS_pipe2: verdict = step(IS_DESCRIPTOR, "pipe2", "(pipe)", AT_FDCWD); break;
    }
    if (number == SYS_syncfs)
        FINISH(long, verdict, synced(real(number, a[0]), (int)a[0], 1))
    FINISH(long, verdict, real(number, a[0], a[1], a[2], a[3], a[4], a[5]))
}
