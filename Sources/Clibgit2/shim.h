#ifndef PMD_CLIBGIT2_SHIM_H
#define PMD_CLIBGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/commit.h>
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

static inline int pmd_git_set_certificates(const char *file, const char *folder) {
    return git_libgit2_opts(GIT_OPT_SET_SSL_CERT_LOCATIONS, file, folder);
}

/* From mbed TLS, which libgit2 brings along. */
extern int mbedtls_sha256_ret(
    const unsigned char *input, size_t length, unsigned char output[32], int is_224);

static inline int pmd_sha256(const unsigned char *input, size_t length, unsigned char *output) {
    return input ? mbedtls_sha256_ret(input, length, output, 0) : -1;
}

/* The function of mbed TLS that libgit2 calls, where the linker leads that call
 * elsewhere. */
extern int __real_mbedtls_x509_crt_parse_file(void *chain, const char *path);

static inline int pmd_parse_certificates(void *chain, const char *path) {
    return __real_mbedtls_x509_crt_parse_file(chain, path);
}

/* From OpenSSL, which libssh2 brings along, with the processor's own instructions;
 * its context is 24 numbers. */
extern int SHA1_Init(void *context);
extern int SHA1_Update(void *context, const void *input, size_t length);
extern int SHA1_Final(unsigned char *output, void *context);

static inline void pmd_sha1(const void *input, size_t length, unsigned char *output) {
    unsigned int context[32];
    SHA1_Init(context);
    if (length > 0) SHA1_Update(context, input, length);
    SHA1_Final(output, context);
}

/* The hash of an object: of its header, then of its content. */
static inline void pmd_sha1_of_object(
    const void *header, size_t header_length, const void *content, size_t length,
    unsigned char *output) {
    unsigned int context[32];
    SHA1_Init(context);
    SHA1_Update(context, header, header_length);
    if (length > 0) SHA1_Update(context, content, length);
    SHA1_Final(output, context);
}

/* Objects are stored compressed by zlib, at the level that libgit2 uses. Returns the number
 * of bytes, or 0. */
static inline unsigned long pmd_compressed_bound(unsigned long length) {
    return compressBound(length);
}

static inline unsigned long pmd_compress(
    const unsigned char *input, unsigned long length, unsigned char *output, unsigned long size) {
    return compress2(output, &size, input, length, 1) == 0 ? size : 0;
}

/* C structures that begin with libgit2's own, as its callbacks expect: Swift
 * promises no layout for structures of its own. */

typedef struct {
    git_odb_backend parent;
    void *context;
} pmd_backend;

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
