#ifndef PMD_CMBEDTLS_H
#define PMD_CMBEDTLS_H

/* What pmd defines in place of mbed TLS, which Debian's libgit2 has for TLS: pmd registers a
 * stream of its own over OpenSSL. The portable binary has all the calls that libgit2 names, and
 * each refuses: without that stream a TLS connection fails. Elsewhere only the reading of
 * certificates is replaced. Prototypes are those of mbed TLS's own headers. */

/* libgit2's stream over these calls: what a TLS connection gets where no stream is
 * registered. For the test that it fails; a shared libgit2 does not export it. */
int git_mbedtls_stream_new(void **stream, const char *host, const char *port);

#endif
