#ifndef PMD_CMBEDTLS_H
#define PMD_CMBEDTLS_H

/* The calls of mbed TLS that Debian's libgit2 names. pmd registers a TLS stream of its own
 * over OpenSSL, so none of them is needed, and the library behind them would parse the
 * machine's certificates at every start. Here each call refuses: without that stream a TLS
 * connection fails. Their prototypes are those of mbed TLS's own headers, which libgit2-dev
 * installs. */

/* libgit2's stream over these calls: what a TLS connection gets where no stream is
 * registered. For the test that it fails. */
int git_mbedtls_stream_new(void **stream, const char *host, const char *port);

#endif
