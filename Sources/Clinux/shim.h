#ifndef PMD_CLINUX_SHIM_H
#define PMD_CLINUX_SHIM_H

/* Linux calls that Swift's Glibc module leaves out, or that glibc has no
 * function for. Each returns -1 and sets errno on failure. */

#include <fcntl.h>
#include <linux/openat2.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PMD_RENAME_NOREPLACE 1
#define PMD_RENAME_EXCHANGE 2

static inline int pmd_renameat2(
    int old_folder, const char *old_name, int new_folder, const char *new_name,
    unsigned int flags) {
    return (int)syscall(SYS_renameat2, old_folder, old_name, new_folder, new_name, flags);
}

/* Opens a path below a folder, following no symbolic link on the way. */
static inline int pmd_open_beneath(int folder, const char *path, int flags, unsigned int mode) {
    struct open_how how = {0};
    how.flags = (unsigned long long)(flags | O_CLOEXEC);
    how.mode = mode;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

static inline int pmd_pipe(int ends[2]) {
    return (int)syscall(SYS_pipe2, ends, O_CLOEXEC);
}

#endif
