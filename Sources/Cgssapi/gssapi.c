#include "gssapi.h"

/* GSS_S_COMPLETE and GSS_S_UNAVAILABLE (RFC 2744, 3.9.1). */
enum { complete = 0, unavailable = 16 << 16 };

void *GSS_C_NT_HOSTBASED_SERVICE = 0;

static uint32_t refuse(uint32_t *minor) {
    *minor = 0;
    return unavailable;
}

/* Nothing is ever allocated, so there is nothing to free. */
static uint32_t release(uint32_t *minor) {
    *minor = 0;
    return complete;
}

static void empty(pmd_gss_buffer *buffer) {
    if (!buffer) return;
    buffer->length = 0;
    buffer->value = 0;
}

uint32_t gss_indicate_mechs(uint32_t *minor, void **mechanisms) {
    *mechanisms = 0;
    return refuse(minor);
}

uint32_t gss_import_name(
    uint32_t *minor, const pmd_gss_buffer *text, const void *kind, void **name) {
    (void)text, (void)kind;
    *name = 0;
    return refuse(minor);
}

uint32_t gss_init_sec_context(
    uint32_t *minor, const void *credential, void **context, const void *name,
    const void *mechanism, uint32_t flags, uint32_t seconds, const void *bindings,
    const pmd_gss_buffer *input, void **used, pmd_gss_buffer *output, uint32_t *granted,
    uint32_t *lifetime) {
    (void)credential, (void)context, (void)name, (void)mechanism, (void)flags, (void)seconds;
    (void)bindings, (void)input, (void)used, (void)granted, (void)lifetime;
    empty(output);
    return refuse(minor);
}

uint32_t gss_display_status(
    uint32_t *minor, uint32_t status, int kind, const void *mechanism, uint32_t *next,
    pmd_gss_buffer *text) {
    (void)status, (void)kind, (void)mechanism;
    *next = 0;
    empty(text);
    return refuse(minor);
}

uint32_t gss_delete_sec_context(uint32_t *minor, void **context, pmd_gss_buffer *output) {
    *context = 0;
    empty(output);
    return release(minor);
}

uint32_t gss_release_name(uint32_t *minor, void **name) {
    *name = 0;
    return release(minor);
}

uint32_t gss_release_buffer(uint32_t *minor, pmd_gss_buffer *buffer) {
    empty(buffer);
    return release(minor);
}

uint32_t gss_release_oid_set(uint32_t *minor, void **set) {
    *set = 0;
    return release(minor);
}
