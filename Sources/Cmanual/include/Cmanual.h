#ifndef PMD_CMANUAL_H
#define PMD_CMANUAL_H

#include <stddef.h>

/* One page of the manual, as in Sources/pmd/Manual. */
struct pmd_page {
    const char *topic;
    const unsigned char *text;
    size_t length;
};

/* The pages, in listing order. */
size_t pmd_page_count(void);
struct pmd_page pmd_page_at(size_t index);

#endif
