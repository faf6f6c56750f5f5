#ifndef PMD_COPENSSL_SHIM_H
#define PMD_COPENSSL_SHIM_H

#include <openssl/err.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

/* OpenSSL macros, which Swift does not import. */

/*
 * Returns a client context, or null. The system's openssl.cnf is not read: it is written for the
 * system's own OpenSSL, and may load modules that do not work with this one.
 */
static inline SSL_CTX *pmd_tls_new_context(void) {
    OPENSSL_init_ssl(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (!context) return NULL;
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_security_level(context, 2);
    if (SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1) return context;
    SSL_CTX_free(context);
    return NULL;
}

/* Sends the server the requested host name (SNI). */
static inline int pmd_tls_set_server_name(SSL *connection, const char *name) {
    return SSL_set_tlsext_host_name(connection, name) == 1;
}

static inline void pmd_sha256(const unsigned char *input, size_t length, unsigned char *output) {
    SHA256(input, length, output);
}

/*
 * Low-level functions: the functions by name look up an implementation first, which takes longer
 * than hashing a small object.
 */

static inline void pmd_sha1(const void *input, size_t length, unsigned char *output) {
    SHA_CTX context;
    SHA1_Init(&context);
    if (length > 0) SHA1_Update(&context, input, length);
    SHA1_Final(output, &context);
}

/* Hashes an object: its header, then its content. */
static inline void pmd_sha1_of_object(
    const void *header, size_t header_length, const void *content, size_t length,
    unsigned char *output) {
    SHA_CTX context;
    SHA1_Init(&context);
    SHA1_Update(&context, header, header_length);
    if (length > 0) SHA1_Update(&context, content, length);
    SHA1_Final(output, &context);
}

#endif
