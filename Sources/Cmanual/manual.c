/*
 * The manual's pages, compiled in, so that the program can be copied on its own, and reading one
 * page does not load the others.
 */

#include "Cmanual.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char getting_started[] = {
#embed "../pmd/Manual/getting-started.md"
};
static const unsigned char commands[] = {
#embed "../pmd/Manual/commands.md"
};
static const unsigned char board[] = {
#embed "../pmd/Manual/board.md"
};
static const unsigned char serve[] = {
#embed "../pmd/Manual/serve.md"
};
static const unsigned char queries[] = {
#embed "../pmd/Manual/queries.md"
};
static const unsigned char fields[] = {
#embed "../pmd/Manual/fields.md"
};
static const unsigned char attachments[] = {
#embed "../pmd/Manual/attachments.md"
};
static const unsigned char format[] = {
#embed "../pmd/Manual/format.md"
};
static const unsigned char time_page[] = {
#embed "../pmd/Manual/time.md"
};
static const unsigned char sync_page[] = {
#embed "../pmd/Manual/sync.md"
};
static const unsigned char conflicts[] = {
#embed "../pmd/Manual/conflicts.md"
};
static const unsigned char history[] = {
#embed "../pmd/Manual/history.md"
};
static const unsigned char exchange[] = {
#embed "../pmd/Manual/exchange.md"
};
static const unsigned char cron[] = {
#embed "../pmd/Manual/cron.md"
};
static const unsigned char git[] = {
#embed "../pmd/Manual/git.md"
};
static const unsigned char output_page[] = {
#embed "../pmd/Manual/output.md"
};
static const unsigned char size_page[] = {
#embed "../pmd/Manual/size.md"
};
static const unsigned char promises[] = {
#embed "../pmd/Manual/promises.md"
};

static const struct pmd_page pages[] = {
    {"getting-started", getting_started, sizeof getting_started},
    {"commands", commands, sizeof commands},
    {"board", board, sizeof board},
    {"serve", serve, sizeof serve},
    {"queries", queries, sizeof queries},
    {"fields", fields, sizeof fields},
    {"attachments", attachments, sizeof attachments},
    {"format", format, sizeof format},
    {"time", time_page, sizeof time_page},
    {"sync", sync_page, sizeof sync_page},
    {"conflicts", conflicts, sizeof conflicts},
    {"history", history, sizeof history},
    {"exchange", exchange, sizeof exchange},
    {"cron", cron, sizeof cron},
    {"git", git, sizeof git},
    {"output", output_page, sizeof output_page},
    {"size", size_page, sizeof size_page},
    {"promises", promises, sizeof promises},
};

size_t pmd_page_count(void) { return sizeof pages / sizeof pages[0]; }

struct pmd_page pmd_page_at(size_t index) { return pages[index]; }
