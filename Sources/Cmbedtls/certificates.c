/* Where libgit2 has mbed TLS, it parses the machine's certificates each time it starts, which
 * takes some 8 ms. pmd's TLS goes over OpenSSL, so they are not needed: this takes the place of
 * the library's function, also of the shared one's, and finds no certificate. A connection over
 * mbed TLS would trust nobody.
 *
 * mbed TLS's header is not needed for it: a libgit2 with OpenSSL comes without. */
int mbedtls_x509_crt_parse_file(void *chain, const char *path) { return 0; }
