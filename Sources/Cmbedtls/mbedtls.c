#ifdef PMD_STATIC

#include "Cmbedtls.h"

#include <mbedtls/ctr_drbg.h>
#include <mbedtls/entropy.h>
#include <mbedtls/error.h>
#include <mbedtls/sha256.h>
#include <mbedtls/ssl.h>
#include <mbedtls/x509_crt.h>
#include <string.h>

enum { refused = MBEDTLS_ERR_SSL_FEATURE_UNAVAILABLE };

/*
 * libgit2 starts by creating a configuration, and fails to start if that fails. It then reads and
 * frees one of its members.
 */

void mbedtls_ssl_config_init(mbedtls_ssl_config *configuration) {
    memset(configuration, 0, sizeof *configuration);
}

int mbedtls_ssl_config_defaults(
    mbedtls_ssl_config *configuration, int endpoint, int transport, int preset) {
    return 0;
}

void mbedtls_ssl_config_free(mbedtls_ssl_config *configuration) {}
void mbedtls_ssl_conf_min_version(mbedtls_ssl_config *configuration, int major, int minor) {}
void mbedtls_ssl_conf_authmode(mbedtls_ssl_config *configuration, int mode) {}
void mbedtls_ssl_conf_ciphersuites(mbedtls_ssl_config *configuration, const int *suites) {}

void mbedtls_ssl_conf_rng(
    mbedtls_ssl_config *configuration, int (*random)(void *, unsigned char *, size_t),
    void *state) {}

void mbedtls_ssl_conf_ca_chain(
    mbedtls_ssl_config *configuration, mbedtls_x509_crt *chain, mbedtls_x509_crl *revoked) {
    configuration->ca_chain = chain;
}

/* At least one must be supported. */
int mbedtls_ssl_get_ciphersuite_id(const char *name) { return 1; }

/* No certificate is ever parsed: libgit2's initial chain is empty. */

void mbedtls_x509_crt_init(mbedtls_x509_crt *chain) { memset(chain, 0, sizeof *chain); }
void mbedtls_x509_crt_free(mbedtls_x509_crt *chain) {}
int mbedtls_x509_crt_parse_path(mbedtls_x509_crt *chain, const char *path) { return 0; }

int mbedtls_x509_crt_verify_info(
    char *text, size_t size, const char *prefix, uint32_t flags) {
    if (size > 0) text[0] = 0;
    return 0;
}

/* No random number is ever generated. */

void mbedtls_entropy_init(mbedtls_entropy_context *entropy) {}
void mbedtls_entropy_free(mbedtls_entropy_context *entropy) {}

int mbedtls_entropy_func(void *entropy, unsigned char *output, size_t length) {
    return MBEDTLS_ERR_ENTROPY_SOURCE_FAILED;
}

void mbedtls_ctr_drbg_init(mbedtls_ctr_drbg_context *generator) {}
void mbedtls_ctr_drbg_free(mbedtls_ctr_drbg_context *generator) {}

int mbedtls_ctr_drbg_seed(
    mbedtls_ctr_drbg_context *generator, int (*entropy)(void *, unsigned char *, size_t),
    void *state, const unsigned char *custom, size_t length) {
    return 0;
}

int mbedtls_ctr_drbg_random(void *generator, unsigned char *output, size_t length) {
    return MBEDTLS_ERR_CTR_DRBG_ENTROPY_SOURCE_FAILED;
}

/*
 * No connection is ever made, but a connection object must be created: libgit2 1.5 frees a stream
 * twice if it gets none.
 */

void mbedtls_ssl_init(mbedtls_ssl_context *connection) {
    memset(connection, 0, sizeof *connection);
}

int mbedtls_ssl_setup(
    mbedtls_ssl_context *connection, const mbedtls_ssl_config *configuration) {
    return 0;
}

void mbedtls_ssl_free(mbedtls_ssl_context *connection) {}
int mbedtls_ssl_set_hostname(mbedtls_ssl_context *connection, const char *name) { return refused; }

void mbedtls_ssl_set_bio(
    mbedtls_ssl_context *connection, void *state, mbedtls_ssl_send_t *send,
    mbedtls_ssl_recv_t *receive, mbedtls_ssl_recv_timeout_t *receive_in_time) {}

int mbedtls_ssl_handshake(mbedtls_ssl_context *connection) { return refused; }
int mbedtls_ssl_close_notify(mbedtls_ssl_context *connection) { return refused; }

uint32_t mbedtls_ssl_get_verify_result(const mbedtls_ssl_context *connection) {
    return UINT32_MAX;
}

const mbedtls_x509_crt *mbedtls_ssl_get_peer_cert(const mbedtls_ssl_context *connection) {
    return 0;
}

int mbedtls_ssl_read(mbedtls_ssl_context *connection, unsigned char *output, size_t length) {
    return refused;
}

int mbedtls_ssl_write(
    mbedtls_ssl_context *connection, const unsigned char *input, size_t length) {
    return refused;
}

void mbedtls_strerror(int code, char *text, size_t size) {
    if (size > 0) text[0] = 0;
}

/*
 * SHA-256, which libgit2 1.5 does not use for hashing, does not return a status. Ending the
 * process is better than a wrong hash.
 */

void mbedtls_sha256_init(mbedtls_sha256_context *context) { __builtin_trap(); }
void mbedtls_sha256_free(mbedtls_sha256_context *context) { __builtin_trap(); }
void mbedtls_sha256_starts(mbedtls_sha256_context *context, int is_224) { __builtin_trap(); }

void mbedtls_sha256_update(
    mbedtls_sha256_context *context, const unsigned char *input, size_t length) {
    __builtin_trap();
}

void mbedtls_sha256_finish(mbedtls_sha256_context *context, unsigned char output[32]) {
    __builtin_trap();
}

#endif
