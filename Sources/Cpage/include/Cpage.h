#ifndef PMD_CPAGE_H
#define PMD_CPAGE_H

#include <stddef.h>

struct pmd_web_file {
    /* The path, such as "core/dom.js". */
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/* The number of page files, and a file by index. */
size_t pmd_web_file_count(void);
const struct pmd_web_file *pmd_web_file(size_t index);

/* Compresses bytes with gzip. Returns the size of the result, or 0 if it would exceed the given
   size. */
size_t pmd_web_gzip(const unsigned char *bytes, size_t count, unsigned char *output, size_t size);

#endif
