#ifndef PMD_CLINUX_SHIM_H
#define PMD_CLINUX_SHIM_H

/* Linux calls that Swift's Glibc module leaves out, or that glibc has no
 * function for. Each returns -1 and sets errno on failure.
 *
 * No glibc header is included: their types would then belong to this module
 * too, and every user of `stat` would have to import it. */

#include <asm/statfs.h>
#include <asm/unistd.h>
#include <linux/openat2.h>
#include <spawn.h>

#define PMD_RENAME_NOREPLACE 1
#define PMD_RENAME_EXCHANGE 2
#define PMD_CLOSE_ON_EXEC 02000000

/* Declared only for _GNU_SOURCE. */
#define PMD_SPAWN_SETSID 0x80

extern long syscall(long number, ...);
extern const char *gnu_get_libc_version(void);

/* The version of glibc that runs, such as "2.36", and the one of its headers. */
static inline const char *pmd_glibc_version(void) { return gnu_get_libc_version(); }

static inline const char *pmd_glibc_built_version(void) {
#define PMD_TEXT(number) #number
#define PMD_VERSION(major, minor) PMD_TEXT(major) "." PMD_TEXT(minor)
    return PMD_VERSION(__GLIBC__, __GLIBC_MINOR__);
}

static inline int pmd_renameat2(
    int old_folder, const char *old_name, int new_folder, const char *new_name,
    unsigned int flags) {
    return (int)syscall(__NR_renameat2, old_folder, old_name, new_folder, new_name, flags);
}

/* Opens a path below a folder, following no symbolic link on the way. */
static inline int pmd_open_beneath(int folder, const char *path, int flags, unsigned int mode) {
    struct open_how how = {0};
    how.flags = (unsigned long long)(flags | PMD_CLOSE_ON_EXEC);
    how.mode = mode;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    return (int)syscall(__NR_openat2, folder, path, &how, sizeof how);
}

/* Distinguishes a file from later ones with the same name: the inode, and the birth time in
 * nanoseconds, 0 where the file system has none. Does not follow symbolic links. */
struct pmd_file_identity {
    unsigned long long inode;
    long long birth;
};

static inline int pmd_identify_file(
    int folder, const char *name, struct pmd_file_identity *identity) {
    /* `struct statx`, which is 256 bytes: the mask is at 0, the inode at 32, the birth at 80. */
    union {
        unsigned int mask;
        unsigned long long words[32];
    } status = {0};
    const unsigned int inode = 0x100, birth = 0x800;
    /* AT_SYMLINK_NOFOLLOW */
    if (syscall(__NR_statx, folder, name, 0x100, inode | birth, &status) != 0) return -1;
    identity->inode = status.words[4];
    identity->birth = status.mask & birth
        ? (long long)status.words[10] * 1000000000LL + (unsigned int)status.words[11] : 0;
    return 0;
}

/* The type of the file system that holds a path, a magic number of linux/magic.h;
 * 0 if the kernel does not report it. */
static inline unsigned int pmd_file_system_type(const char *path) {
    struct statfs information;
    return syscall(__NR_statfs, path, &information) == 0 ? (unsigned int)information.f_type : 0;
}

/* Waits until all that was written to the file system of a descriptor is on the disk. */
static inline int pmd_sync_file_system(int descriptor) {
    return (int)syscall(__NR_syncfs, descriptor);
}

/* Begins to write a file's bytes to the disk, and does not wait. */
static inline void pmd_begin_writing(int descriptor) {
    syscall(__NR_sync_file_range, descriptor, 0L, 0L, 2U /* SYNC_FILE_RANGE_WRITE */);
}

extern int mallopt(int parameter, int value);
extern int malloc_trim(unsigned long kept);

/* Three arenas: one that the first thread holds and hardly uses, and one for each of the
 * two threads that share what takes long and would wait for one another in one. An arena
 * is of its whole size at once, since glibc lets it grow by a page at a time, and is never
 * given back: a process that reads a board and ends. What is large, as the trees of a
 * large folder that git makes one out of the other, lies there too: memory that was used
 * before costs nothing, and new memory a fault for each page. */
static inline void pmd_allocate_generously(void) {
    mallopt(-8 /* M_ARENA_MAX */, 3);
    mallopt(-2 /* M_TOP_PAD */, 64 << 20);
    mallopt(-1 /* M_TRIM_THRESHOLD */, 1 << 30);
    mallopt(-3 /* M_MMAP_THRESHOLD */, 32 << 20);
}

/* For a process that lives for days: what reading a board needed goes back to the system, and
 * later memory as soon as it is free. Some of it stays, so that a key or a request faults no page. */
static inline void pmd_allocate_sparingly(void) {
    mallopt(-2 /* M_TOP_PAD */, 1 << 20);
    mallopt(-1 /* M_TRIM_THRESHOLD */, 4 << 20);
    mallopt(-3 /* M_MMAP_THRESHOLD */, 1 << 20);
    malloc_trim(0);
}

/* A descriptor that is readable when a process has ended; -1 where there are none. */
static inline int pmd_open_process(int process) {
    return (int)syscall(434 /* pidfd_open, the same everywhere */, process, 0U);
}

/* A file without a name that lives in memory, and goes with its last descriptor. */
static inline int pmd_memory_file(const char *label) {
    return (int)syscall(__NR_memfd_create, label, 1U /* close-on-exec */);
}

static inline int pmd_pipe(int ends[2]) {
    return (int)syscall(__NR_pipe2, ends, PMD_CLOSE_ON_EXEC);
}

/* Declared only for _GNU_SOURCE, which Swift's importer does not define. */
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);

static inline int pmd_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
    return posix_spawn_file_actions_addchdir_np(actions, folder);
}

#endif
