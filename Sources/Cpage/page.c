/* The files of the page, compiled in: the program can be copied alone. Written by make-table. */

#include "Cpage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../WebBoard/Page/index.html"
};

static const struct pmd_web_file files[] = {
    {"index.html", file_0, sizeof file_0},
};

size_t pmd_web_file_count(void) { return sizeof files / sizeof *files; }

const struct pmd_web_file *pmd_web_file(size_t index) { return &files[index]; }
