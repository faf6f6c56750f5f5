#ifndef PMD_CLINUX_SHIM_H
#define PMD_CLINUX_SHIM_H

/*
 * Linux calls that are missing from Swift's Glibc module or from glibc. Each returns -1 and sets
 * errno on failure.
 *
 * No glibc header is included: their types would then belong to this module too, and every user of
 * `stat` would have to import it.
 */

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

/* The running version of glibc, such as "2.36", and the version of its headers. */
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

/* Opens a path below a folder without following any symbolic link in it. */
static inline int pmd_open_beneath(int folder, const char *path, int flags, unsigned int mode) {
    struct open_how how = {0};
    how.flags = (unsigned long long)(flags | PMD_CLOSE_ON_EXEC);
    how.mode = mode;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    return (int)syscall(__NR_openat2, folder, path, &how, sizeof how);
}

/*
 * Distinguishes a file from later ones with the same name: the inode, and the birth time in
 * nanoseconds, or 0 if the file system does not store it. Does not follow symbolic links.
 */
struct pmd_file_identity {
    unsigned long long inode;
    long long birth;
};

static inline int pmd_identify_file(
    int folder, const char *name, struct pmd_file_identity *identity) {
    /* `struct statx`, which is 256 bytes: the mask is at offset 0, the inode at 32, the birth time
       at 80. */
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

/*
 * The type of a path's file system, a magic number from linux/magic.h; 0 if the kernel does not
 * report it.
 */
static inline unsigned int pmd_file_system_type(const char *path) {
    struct statfs information;
    return syscall(__NR_statfs, path, &information) == 0 ? (unsigned int)information.f_type : 0;
}

/* Waits until everything written to a descriptor's file system is on disk. */
static inline int pmd_sync_file_system(int descriptor) {
    return (int)syscall(__NR_syncfs, descriptor);
}

/* Starts writing a file's bytes to disk without waiting. */
static inline void pmd_begin_writing(int descriptor) {
    syscall(__NR_sync_file_range, descriptor, 0L, 0L, 2U /* SYNC_FILE_RANGE_WRITE */);
}

extern int mallopt(int parameter, int value);
extern int malloc_trim(unsigned long kept);

/*
 * Lets the kernel use large pages for the heap of the first thread, which has just been set to grow
 * by 64 MiB: a fault then brings 2 MiB instead of 4 KiB. Without large pages, nothing happens.
 */
static inline void pmd_use_large_pages(void) {
    /* More than the heap has left, so that it grows now. The kernel ignores a part that is not
       mapped. */
    char *start = (char *)__builtin_malloc(1 << 20);
    unsigned long end = (unsigned long)syscall(__NR_brk, 0);
    unsigned long first = ((unsigned long)start + (2UL << 20) - 1) & ~((2UL << 20) - 1);
    __builtin_free(start);
    if (start && first < end)
        syscall(__NR_madvise, first, end - first, 14 /* MADV_HUGEPAGE */);
}

/*
 * Uses three arenas: one for the first thread, which hardly uses it, and one for each of the two
 * threads that share expensive work and would block each other in a single arena. Each arena gets
 * its full size at once, since glibc would grow it page by page, and is never returned: the
 * process reads a board and ends. Large allocations, such as git's successive trees of a large
 * folder, also stay in the arena: reused memory is free, but new memory costs a fault per page.
 * Most of it is the first thread's, which gets large pages.
 */
static inline void pmd_allocate_generously(void) {
    mallopt(-8 /* M_ARENA_MAX */, 3);
    mallopt(-2 /* M_TOP_PAD */, 64 << 20);
    mallopt(-1 /* M_TRIM_THRESHOLD */, 1 << 30);
    mallopt(-3 /* M_MMAP_THRESHOLD */, 32 << 20);
    pmd_use_large_pages();
}

/*
 * For a process that lives for days: memory used for reading a board goes back to the system, as
 * does later memory once it is free. Some is kept, so that a key press or a request does not cause
 * page faults.
 */
static inline void pmd_allocate_sparingly(void) {
    mallopt(-2 /* M_TOP_PAD */, 1 << 20);
    mallopt(-1 /* M_TRIM_THRESHOLD */, 4 << 20);
    mallopt(-3 /* M_MMAP_THRESHOLD */, 1 << 20);
    syscall(__NR_prctl, 41 /* PR_SET_THP_DISABLE */, 1L, 0L, 0L, 0L);
    malloc_trim(0);
}

/* Returns a descriptor that becomes readable when a process has ended; -1 if the kernel does not
   support this. */
static inline int pmd_open_process(int process) {
    return (int)syscall(434 /* pidfd_open, the same everywhere */, process, 0U);
}

/* Returns an unnamed file in memory, which is deleted with its last descriptor. */
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
