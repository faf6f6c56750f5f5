#ifndef PMD_CGSSAPI_H
#define PMD_CGSSAPI_H

/*
 * The GSSAPI functions (RFC 2744) that libgit2 needs for HTTPS. pmd authenticates with passwords
 * and ssh keys, never with a Kerberos ticket, and the real library would load six more at each
 * start of the program. These stubs report that the service is unavailable.
 */

#include <stdint.h>

typedef struct {
    unsigned long length;
    void *value;
} pmd_gss_buffer;

extern void *GSS_C_NT_HOSTBASED_SERVICE;

uint32_t gss_indicate_mechs(uint32_t *minor, void **mechanisms);
uint32_t gss_import_name(
    uint32_t *minor, const pmd_gss_buffer *text, const void *kind, void **name);
uint32_t gss_init_sec_context(
    uint32_t *minor, const void *credential, void **context, const void *name,
    const void *mechanism, uint32_t flags, uint32_t seconds, const void *bindings,
    const pmd_gss_buffer *input, void **used, pmd_gss_buffer *output, uint32_t *granted,
    uint32_t *lifetime);
uint32_t gss_display_status(
    uint32_t *minor, uint32_t status, int kind, const void *mechanism, uint32_t *next,
    pmd_gss_buffer *text);
uint32_t gss_delete_sec_context(uint32_t *minor, void **context, pmd_gss_buffer *output);
uint32_t gss_release_name(uint32_t *minor, void **name);
uint32_t gss_release_buffer(uint32_t *minor, pmd_gss_buffer *buffer);
uint32_t gss_release_oid_set(uint32_t *minor, void **set);

#endif
