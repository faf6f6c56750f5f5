#ifndef PMD_CGSSAPI_H
#define PMD_CGSSAPI_H

/* The calls of GSSAPI (RFC 2744) that libgit2's https names. Passwords and ssh
 * keys are what pmd offers a server, never a Kerberos ticket, and the library
 * behind these calls loads six more with each start of the program. So they are
 * here, and each says that the service is not there. */

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
