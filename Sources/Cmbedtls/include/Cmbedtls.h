#ifndef PMD_CMBEDTLS_H
#define PMD_CMBEDTLS_H

/*
 * Replacements for mbed TLS, which Debian's libgit2 uses for TLS; pmd registers its own stream over
 * OpenSSL instead. The portable binary contains stubs for all functions that libgit2 needs. No TLS
 * connection succeeds with them, so without pmd's stream it fails. Elsewhere, only the reading of
 * certificates is replaced. The prototypes are those of mbed TLS's own headers.
 */

/*
 * libgit2's stream over these functions, used for TLS if no stream is registered. Declared for the
 * test that it fails; a shared libgit2 does not export it.
 */
int git_mbedtls_stream_new(void **stream, const char *host, const char *port);

#endif
