#ifndef PMD_CPAGE_H
#define PMD_CPAGE_H

#include <stddef.h>

struct pmd_web_file {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/* The number of the page's files, and one of them. */
size_t pmd_web_file_count(void);
const struct pmd_web_file *pmd_web_file(size_t index);

#endif
