/*
 * If libgit2 was built with mbed TLS, it parses the system's certificates at each start, which
 * takes about 8 ms. pmd's TLS uses OpenSSL and does not need them. This function replaces the
 * library's, even in the shared library, and finds no certificates. A connection over mbed TLS
 * would not trust any server.
 *
 * This does not need mbed TLS's header, which a libgit2 with OpenSSL does not install.
 */
int mbedtls_x509_crt_parse_file(void *chain, const char *path) { return 0; }
