#ifndef PMD_CLIBGIT2_SHIM_H
#define PMD_CLIBGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/commit.h>
#if __has_include(<git2/sys/errors.h>)
#include <git2/sys/errors.h> /* git_error_set_str, which 1.5 has in git2/errors.h */
#endif
#include <git2/sys/index.h>
#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>
#include <git2/sys/stream.h>
#include <git2/sys/transport.h>
#include <zlib.h>

/* git_libgit2_opts is variadic, which Swift cannot call. */

static inline int pmd_git_enable_fsync(int is_on) {
    return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, is_on);
}

static inline int pmd_git_keep_no_objects(void) {
    int code = git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, GIT_OBJECT_COMMIT, (size_t)0);
    if (code < 0) return code;
    return git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, GIT_OBJECT_TREE, (size_t)0);
}

static inline int pmd_git_verify_no_hashes(void) {
    return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
}

static inline int pmd_git_check_owners(int is_on) {
    return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, is_on);
}

static inline int pmd_git_set_search_path(int level, const char *folders) {
    return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, folders);
}

static inline int pmd_git_allow_extensions(const char **names, size_t count) {
    return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, count);
}

/*
 * The last error, or NULL if there is none. Up to 1.7, git_error_last() returns NULL in that case;
 * since 1.8, it returns an error without a class and with the message "no error".
 */
static inline const git_error *pmd_git_error_last(void) {
    const git_error *last = git_error_last();
    return last && last->klass != GIT_ERROR_NONE ? last : NULL;
}

/*
 * Objects are stored compressed with zlib, at the level libgit2 uses. Returns the number of bytes,
 * or 0.
 */
static inline unsigned long pmd_compressed_bound(unsigned long length) {
    return compressBound(length);
}

static inline unsigned long pmd_compress(
    const unsigned char *input, unsigned long length, unsigned char *output, unsigned long size) {
    return compress2(output, &size, input, length, 1) == 0 ? size : 0;
}

/*
 * C structures that start with libgit2's own, as its callbacks expect. Swift does not guarantee a
 * layout for its own structures.
 */

typedef struct {
    git_odb_backend parent;
    void *context;
} pmd_backend;

typedef struct {
    git_stream parent;
    git_cert_x509 certificate;
    void *context;
} pmd_stream_object;

typedef struct {
    git_smart_subtransport_stream parent;
    void *context;
} pmd_stream;

typedef struct {
    git_smart_subtransport parent;
    void *context;
    pmd_stream *stream;
} pmd_subtransport;

#endif
