#ifndef PMD_CLIBGIT2_SHIM_H
#define PMD_CLIBGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/commit.h>
#include <git2/sys/index.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>
#include <git2/sys/stream.h>
#include <git2/sys/transport.h>

/* git_libgit2_opts is variadic, which Swift cannot call. */

static inline int pmd_git_enable_fsync(void) {
    return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
}

#endif
