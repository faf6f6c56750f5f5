/* The files of the page, compiled in: the program can be copied alone. Written by make-table. */

#include "Cpage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../WebBoard/Page/actions.js"
};
static const unsigned char file_1[] = {
#embed "../WebBoard/Page/api.js"
};
static const unsigned char file_2[] = {
#embed "../WebBoard/Page/app.js"
};
static const unsigned char file_3[] = {
#embed "../WebBoard/Page/apple-touch-icon.png"
};
static const unsigned char file_4[] = {
#embed "../WebBoard/Page/board.css"
};
static const unsigned char file_5[] = {
#embed "../WebBoard/Page/board.js"
};
static const unsigned char file_6[] = {
#embed "../WebBoard/Page/calendar.js"
};
static const unsigned char file_7[] = {
#embed "../WebBoard/Page/card.js"
};
static const unsigned char file_8[] = {
#embed "../WebBoard/Page/carry.js"
};
static const unsigned char file_9[] = {
#embed "../WebBoard/Page/changes.js"
};
static const unsigned char file_10[] = {
#embed "../WebBoard/Page/checklist.js"
};
static const unsigned char file_11[] = {
#embed "../WebBoard/Page/conflicts.js"
};
static const unsigned char file_12[] = {
#embed "../WebBoard/Page/database.js"
};
static const unsigned char file_13[] = {
#embed "../WebBoard/Page/dates.js"
};
static const unsigned char file_14[] = {
#embed "../WebBoard/Page/dialog.js"
};
static const unsigned char file_15[] = {
#embed "../WebBoard/Page/dom.js"
};
static const unsigned char file_16[] = {
#embed "../WebBoard/Page/drafts.js"
};
static const unsigned char file_17[] = {
#embed "../WebBoard/Page/drag.js"
};
static const unsigned char file_18[] = {
#embed "../WebBoard/Page/edges.js"
};
static const unsigned char file_19[] = {
#embed "../WebBoard/Page/events.js"
};
static const unsigned char file_20[] = {
#embed "../WebBoard/Page/fields.js"
};
static const unsigned char file_21[] = {
#embed "../WebBoard/Page/form.js"
};
static const unsigned char file_22[] = {
#embed "../WebBoard/Page/formview.js"
};
static const unsigned char file_23[] = {
#embed "../WebBoard/Page/header.js"
};
static const unsigned char file_24[] = {
#embed "../WebBoard/Page/help.js"
};
static const unsigned char file_25[] = {
#embed "../WebBoard/Page/history.js"
};
static const unsigned char file_26[] = {
#embed "../WebBoard/Page/icon-192.png"
};
static const unsigned char file_27[] = {
#embed "../WebBoard/Page/icon-512.png"
};
static const unsigned char file_28[] = {
#embed "../WebBoard/Page/icon.svg"
};
static const unsigned char file_29[] = {
#embed "../WebBoard/Page/index.html"
};
static const unsigned char file_30[] = {
#embed "../WebBoard/Page/keyboard.js"
};
static const unsigned char file_31[] = {
#embed "../WebBoard/Page/keynames.js"
};
static const unsigned char file_32[] = {
#embed "../WebBoard/Page/keys.js"
};
static const unsigned char file_33[] = {
#embed "../WebBoard/Page/live.js"
};
static const unsigned char file_34[] = {
#embed "../WebBoard/Page/load.js"
};
static const unsigned char file_35[] = {
#embed "../WebBoard/Page/manifest.webmanifest"
};
static const unsigned char file_36[] = {
#embed "../WebBoard/Page/markdown.js"
};
static const unsigned char file_37[] = {
#embed "../WebBoard/Page/menu.js"
};
static const unsigned char file_38[] = {
#embed "../WebBoard/Page/model.js"
};
static const unsigned char file_39[] = {
#embed "../WebBoard/Page/needsyou.js"
};
static const unsigned char file_40[] = {
#embed "../WebBoard/Page/offline.js"
};
static const unsigned char file_41[] = {
#embed "../WebBoard/Page/palette.js"
};
static const unsigned char file_42[] = {
#embed "../WebBoard/Page/panel.css"
};
static const unsigned char file_43[] = {
#embed "../WebBoard/Page/panel.js"
};
static const unsigned char file_44[] = {
#embed "../WebBoard/Page/preferences.js"
};
static const unsigned char file_45[] = {
#embed "../WebBoard/Page/prompt.js"
};
static const unsigned char file_46[] = {
#embed "../WebBoard/Page/queue.js"
};
static const unsigned char file_47[] = {
#embed "../WebBoard/Page/quickadd.js"
};
static const unsigned char file_48[] = {
#embed "../WebBoard/Page/random.js"
};
static const unsigned char file_49[] = {
#embed "../WebBoard/Page/reminders.js"
};
static const unsigned char file_50[] = {
#embed "../WebBoard/Page/router.js"
};
static const unsigned char file_51[] = {
#embed "../WebBoard/Page/search.js"
};
static const unsigned char file_52[] = {
#embed "../WebBoard/Page/session.js"
};
static const unsigned char file_53[] = {
#embed "../WebBoard/Page/settings.js"
};
static const unsigned char file_54[] = {
#embed "../WebBoard/Page/signin.js"
};
static const unsigned char file_55[] = {
#embed "../WebBoard/Page/slide.js"
};
static const unsigned char file_56[] = {
#embed "../WebBoard/Page/status.js"
};
static const unsigned char file_57[] = {
#embed "../WebBoard/Page/store.js"
};
static const unsigned char file_58[] = {
#embed "../WebBoard/Page/style.css"
};
static const unsigned char file_59[] = {
#embed "../WebBoard/Page/suggest.js"
};
static const unsigned char file_60[] = {
#embed "../WebBoard/Page/sw.js"
};
static const unsigned char file_61[] = {
#embed "../WebBoard/Page/swipe.js"
};
static const unsigned char file_62[] = {
#embed "../WebBoard/Page/task.js"
};
static const unsigned char file_63[] = {
#embed "../WebBoard/Page/toasts.js"
};
static const unsigned char file_64[] = {
#embed "../WebBoard/Page/touch.js"
};
static const unsigned char file_65[] = {
#embed "../WebBoard/Page/transport.js"
};
static const unsigned char file_66[] = {
#embed "../WebBoard/Page/words.js"
};

static const struct pmd_web_file files[] = {
    {"actions.js", file_0, sizeof file_0},
    {"api.js", file_1, sizeof file_1},
    {"app.js", file_2, sizeof file_2},
    {"apple-touch-icon.png", file_3, sizeof file_3},
    {"board.css", file_4, sizeof file_4},
    {"board.js", file_5, sizeof file_5},
    {"calendar.js", file_6, sizeof file_6},
    {"card.js", file_7, sizeof file_7},
    {"carry.js", file_8, sizeof file_8},
    {"changes.js", file_9, sizeof file_9},
    {"checklist.js", file_10, sizeof file_10},
    {"conflicts.js", file_11, sizeof file_11},
    {"database.js", file_12, sizeof file_12},
    {"dates.js", file_13, sizeof file_13},
    {"dialog.js", file_14, sizeof file_14},
    {"dom.js", file_15, sizeof file_15},
    {"drafts.js", file_16, sizeof file_16},
    {"drag.js", file_17, sizeof file_17},
    {"edges.js", file_18, sizeof file_18},
    {"events.js", file_19, sizeof file_19},
    {"fields.js", file_20, sizeof file_20},
    {"form.js", file_21, sizeof file_21},
    {"formview.js", file_22, sizeof file_22},
    {"header.js", file_23, sizeof file_23},
    {"help.js", file_24, sizeof file_24},
    {"history.js", file_25, sizeof file_25},
    {"icon-192.png", file_26, sizeof file_26},
    {"icon-512.png", file_27, sizeof file_27},
    {"icon.svg", file_28, sizeof file_28},
    {"index.html", file_29, sizeof file_29},
    {"keyboard.js", file_30, sizeof file_30},
    {"keynames.js", file_31, sizeof file_31},
    {"keys.js", file_32, sizeof file_32},
    {"live.js", file_33, sizeof file_33},
    {"load.js", file_34, sizeof file_34},
    {"manifest.webmanifest", file_35, sizeof file_35},
    {"markdown.js", file_36, sizeof file_36},
    {"menu.js", file_37, sizeof file_37},
    {"model.js", file_38, sizeof file_38},
    {"needsyou.js", file_39, sizeof file_39},
    {"offline.js", file_40, sizeof file_40},
    {"palette.js", file_41, sizeof file_41},
    {"panel.css", file_42, sizeof file_42},
    {"panel.js", file_43, sizeof file_43},
    {"preferences.js", file_44, sizeof file_44},
    {"prompt.js", file_45, sizeof file_45},
    {"queue.js", file_46, sizeof file_46},
    {"quickadd.js", file_47, sizeof file_47},
    {"random.js", file_48, sizeof file_48},
    {"reminders.js", file_49, sizeof file_49},
    {"router.js", file_50, sizeof file_50},
    {"search.js", file_51, sizeof file_51},
    {"session.js", file_52, sizeof file_52},
    {"settings.js", file_53, sizeof file_53},
    {"signin.js", file_54, sizeof file_54},
    {"slide.js", file_55, sizeof file_55},
    {"status.js", file_56, sizeof file_56},
    {"store.js", file_57, sizeof file_57},
    {"style.css", file_58, sizeof file_58},
    {"suggest.js", file_59, sizeof file_59},
    {"sw.js", file_60, sizeof file_60},
    {"swipe.js", file_61, sizeof file_61},
    {"task.js", file_62, sizeof file_62},
    {"toasts.js", file_63, sizeof file_63},
    {"touch.js", file_64, sizeof file_64},
    {"transport.js", file_65, sizeof file_65},
    {"words.js", file_66, sizeof file_66},
};

size_t pmd_web_file_count(void) { return sizeof files / sizeof *files; }

const struct pmd_web_file *pmd_web_file(size_t index) { return &files[index]; }
