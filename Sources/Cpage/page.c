/* The files of the page, compiled in: the program can be copied alone. Written by make-table. */

#include "Cpage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../WebBoard/Page/app.js"
};
static const unsigned char file_1[] = {
#embed "../WebBoard/Page/apple-touch-icon.png"
};
static const unsigned char file_2[] = {
#embed "../WebBoard/Page/board.css"
};
static const unsigned char file_3[] = {
#embed "../WebBoard/Page/card.css"
};
static const unsigned char file_4[] = {
#embed "../WebBoard/Page/commands/actions.js"
};
static const unsigned char file_5[] = {
#embed "../WebBoard/Page/commands/changes.js"
};
static const unsigned char file_6[] = {
#embed "../WebBoard/Page/commands/files.js"
};
static const unsigned char file_7[] = {
#embed "../WebBoard/Page/commands/keys.js"
};
static const unsigned char file_8[] = {
#embed "../WebBoard/Page/commands/obstacles.js"
};
static const unsigned char file_9[] = {
#embed "../WebBoard/Page/commands/past.js"
};
static const unsigned char file_10[] = {
#embed "../WebBoard/Page/commands/registry.js"
};
static const unsigned char file_11[] = {
#embed "../WebBoard/Page/commands/values.js"
};
static const unsigned char file_12[] = {
#embed "../WebBoard/Page/core/api.js"
};
static const unsigned char file_13[] = {
#embed "../WebBoard/Page/core/database.js"
};
static const unsigned char file_14[] = {
#embed "../WebBoard/Page/core/dates.js"
};
static const unsigned char file_15[] = {
#embed "../WebBoard/Page/core/dom.js"
};
static const unsigned char file_16[] = {
#embed "../WebBoard/Page/core/events.js"
};
static const unsigned char file_17[] = {
#embed "../WebBoard/Page/core/filters.js"
};
static const unsigned char file_18[] = {
#embed "../WebBoard/Page/core/first.js"
};
static const unsigned char file_19[] = {
#embed "../WebBoard/Page/core/focus.js"
};
static const unsigned char file_20[] = {
#embed "../WebBoard/Page/core/keynames.js"
};
static const unsigned char file_21[] = {
#embed "../WebBoard/Page/core/lists.js"
};
static const unsigned char file_22[] = {
#embed "../WebBoard/Page/core/pictures.js"
};
static const unsigned char file_23[] = {
#embed "../WebBoard/Page/core/place.js"
};
static const unsigned char file_24[] = {
#embed "../WebBoard/Page/core/preferences.js"
};
static const unsigned char file_25[] = {
#embed "../WebBoard/Page/core/qr.js"
};
static const unsigned char file_26[] = {
#embed "../WebBoard/Page/core/random.js"
};
static const unsigned char file_27[] = {
#embed "../WebBoard/Page/core/router.js"
};
static const unsigned char file_28[] = {
#embed "../WebBoard/Page/core/session.js"
};
static const unsigned char file_29[] = {
#embed "../WebBoard/Page/core/toasts.js"
};
static const unsigned char file_30[] = {
#embed "../WebBoard/Page/core/transport.js"
};
static const unsigned char file_31[] = {
#embed "../WebBoard/Page/core/words.js"
};
static const unsigned char file_32[] = {
#embed "../WebBoard/Page/files.css"
};
static const unsigned char file_33[] = {
#embed "../WebBoard/Page/filters.css"
};
static const unsigned char file_34[] = {
#embed "../WebBoard/Page/form.css"
};
static const unsigned char file_35[] = {
#embed "../WebBoard/Page/icon-192.png"
};
static const unsigned char file_36[] = {
#embed "../WebBoard/Page/icon-512.png"
};
static const unsigned char file_37[] = {
#embed "../WebBoard/Page/icon.svg"
};
static const unsigned char file_38[] = {
#embed "../WebBoard/Page/index.html"
};
static const unsigned char file_39[] = {
#embed "../WebBoard/Page/input/carry.js"
};
static const unsigned char file_40[] = {
#embed "../WebBoard/Page/input/drag.js"
};
static const unsigned char file_41[] = {
#embed "../WebBoard/Page/input/edges.js"
};
static const unsigned char file_42[] = {
#embed "../WebBoard/Page/input/files.js"
};
static const unsigned char file_43[] = {
#embed "../WebBoard/Page/input/keyboard.js"
};
static const unsigned char file_44[] = {
#embed "../WebBoard/Page/input/keys.js"
};
static const unsigned char file_45[] = {
#embed "../WebBoard/Page/input/palette.js"
};
static const unsigned char file_46[] = {
#embed "../WebBoard/Page/input/pointer.js"
};
static const unsigned char file_47[] = {
#embed "../WebBoard/Page/input/swipe.js"
};
static const unsigned char file_48[] = {
#embed "../WebBoard/Page/input/swiped.js"
};
static const unsigned char file_49[] = {
#embed "../WebBoard/Page/input/touch.js"
};
static const unsigned char file_50[] = {
#embed "../WebBoard/Page/manifest.webmanifest"
};
static const unsigned char file_51[] = {
#embed "../WebBoard/Page/menu.css"
};
static const unsigned char file_52[] = {
#embed "../WebBoard/Page/others.js"
};
static const unsigned char file_53[] = {
#embed "../WebBoard/Page/panel.css"
};
static const unsigned char file_54[] = {
#embed "../WebBoard/Page/phone.css"
};
static const unsigned char file_55[] = {
#embed "../WebBoard/Page/print.css"
};
static const unsigned char file_56[] = {
#embed "../WebBoard/Page/reminders.css"
};
static const unsigned char file_57[] = {
#embed "../WebBoard/Page/requests.js"
};
static const unsigned char file_58[] = {
#embed "../WebBoard/Page/source.css"
};
static const unsigned char file_59[] = {
#embed "../WebBoard/Page/state/body.js"
};
static const unsigned char file_60[] = {
#embed "../WebBoard/Page/state/checklist.js"
};
static const unsigned char file_61[] = {
#embed "../WebBoard/Page/state/drafts.js"
};
static const unsigned char file_62[] = {
#embed "../WebBoard/Page/state/entries.js"
};
static const unsigned char file_63[] = {
#embed "../WebBoard/Page/state/entry.js"
};
static const unsigned char file_64[] = {
#embed "../WebBoard/Page/state/facts.js"
};
static const unsigned char file_65[] = {
#embed "../WebBoard/Page/state/fields.js"
};
static const unsigned char file_66[] = {
#embed "../WebBoard/Page/state/files.js"
};
static const unsigned char file_67[] = {
#embed "../WebBoard/Page/state/filter.js"
};
static const unsigned char file_68[] = {
#embed "../WebBoard/Page/state/live.js"
};
static const unsigned char file_69[] = {
#embed "../WebBoard/Page/state/load.js"
};
static const unsigned char file_70[] = {
#embed "../WebBoard/Page/state/model.js"
};
static const unsigned char file_71[] = {
#embed "../WebBoard/Page/state/offline.js"
};
static const unsigned char file_72[] = {
#embed "../WebBoard/Page/state/patched.js"
};
static const unsigned char file_73[] = {
#embed "../WebBoard/Page/state/plan.js"
};
static const unsigned char file_74[] = {
#embed "../WebBoard/Page/state/queue.js"
};
static const unsigned char file_75[] = {
#embed "../WebBoard/Page/state/reducer.js"
};
static const unsigned char file_76[] = {
#embed "../WebBoard/Page/state/status.js"
};
static const unsigned char file_77[] = {
#embed "../WebBoard/Page/state/store.js"
};
static const unsigned char file_78[] = {
#embed "../WebBoard/Page/state/tasks.js"
};
static const unsigned char file_79[] = {
#embed "../WebBoard/Page/state/turn.js"
};
static const unsigned char file_80[] = {
#embed "../WebBoard/Page/state/whole.js"
};
static const unsigned char file_81[] = {
#embed "../WebBoard/Page/style.css"
};
static const unsigned char file_82[] = {
#embed "../WebBoard/Page/sw.js"
};
static const unsigned char file_83[] = {
#embed "../WebBoard/Page/task.css"
};
static const unsigned char file_84[] = {
#embed "../WebBoard/Page/views/board.js"
};
static const unsigned char file_85[] = {
#embed "../WebBoard/Page/views/calendar.js"
};
static const unsigned char file_86[] = {
#embed "../WebBoard/Page/views/card.js"
};
static const unsigned char file_87[] = {
#embed "../WebBoard/Page/views/cardfacts.js"
};
static const unsigned char file_88[] = {
#embed "../WebBoard/Page/views/chips.js"
};
static const unsigned char file_89[] = {
#embed "../WebBoard/Page/views/conflicts.js"
};
static const unsigned char file_90[] = {
#embed "../WebBoard/Page/views/cover.js"
};
static const unsigned char file_91[] = {
#embed "../WebBoard/Page/views/dateactions.js"
};
static const unsigned char file_92[] = {
#embed "../WebBoard/Page/views/datecontrol.js"
};
static const unsigned char file_93[] = {
#embed "../WebBoard/Page/views/device.js"
};
static const unsigned char file_94[] = {
#embed "../WebBoard/Page/views/dialog.js"
};
static const unsigned char file_95[] = {
#embed "../WebBoard/Page/views/drafts.js"
};
static const unsigned char file_96[] = {
#embed "../WebBoard/Page/views/files.js"
};
static const unsigned char file_97[] = {
#embed "../WebBoard/Page/views/filters.js"
};
static const unsigned char file_98[] = {
#embed "../WebBoard/Page/views/firststeps.js"
};
static const unsigned char file_99[] = {
#embed "../WebBoard/Page/views/form.js"
};
static const unsigned char file_100[] = {
#embed "../WebBoard/Page/views/formview.js"
};
static const unsigned char file_101[] = {
#embed "../WebBoard/Page/views/header.js"
};
static const unsigned char file_102[] = {
#embed "../WebBoard/Page/views/help.js"
};
static const unsigned char file_103[] = {
#embed "../WebBoard/Page/views/history.js"
};
static const unsigned char file_104[] = {
#embed "../WebBoard/Page/views/markdown.js"
};
static const unsigned char file_105[] = {
#embed "../WebBoard/Page/views/marks.js"
};
static const unsigned char file_106[] = {
#embed "../WebBoard/Page/views/menu.js"
};
static const unsigned char file_107[] = {
#embed "../WebBoard/Page/views/menulayer.js"
};
static const unsigned char file_108[] = {
#embed "../WebBoard/Page/views/needsyou.js"
};
static const unsigned char file_109[] = {
#embed "../WebBoard/Page/views/panel.js"
};
static const unsigned char file_110[] = {
#embed "../WebBoard/Page/views/popover.js"
};
static const unsigned char file_111[] = {
#embed "../WebBoard/Page/views/print.js"
};
static const unsigned char file_112[] = {
#embed "../WebBoard/Page/views/prompt.js"
};
static const unsigned char file_113[] = {
#embed "../WebBoard/Page/views/quickadd.js"
};
static const unsigned char file_114[] = {
#embed "../WebBoard/Page/views/reminders.js"
};
static const unsigned char file_115[] = {
#embed "../WebBoard/Page/views/search.js"
};
static const unsigned char file_116[] = {
#embed "../WebBoard/Page/views/settings.js"
};
static const unsigned char file_117[] = {
#embed "../WebBoard/Page/views/signin.js"
};
static const unsigned char file_118[] = {
#embed "../WebBoard/Page/views/slide.js"
};
static const unsigned char file_119[] = {
#embed "../WebBoard/Page/views/source.js"
};
static const unsigned char file_120[] = {
#embed "../WebBoard/Page/views/stats.js"
};
static const unsigned char file_121[] = {
#embed "../WebBoard/Page/views/submenus.js"
};
static const unsigned char file_122[] = {
#embed "../WebBoard/Page/views/suggest.js"
};
static const unsigned char file_123[] = {
#embed "../WebBoard/Page/views/task.js"
};
static const unsigned char file_124[] = {
#embed "../WebBoard/Page/views/traces.js"
};
static const unsigned char file_125[] = {
#embed "../WebBoard/Page/views/valueactions.js"
};
static const unsigned char file_126[] = {
#embed "../WebBoard/Page/views/valuepicker.js"
};
static const unsigned char file_127[] = {
#embed "../WebBoard/Page/views/values.js"
};

static const struct pmd_web_file files[] = {
    {"app.js", file_0, sizeof file_0},
    {"apple-touch-icon.png", file_1, sizeof file_1},
    {"board.css", file_2, sizeof file_2},
    {"card.css", file_3, sizeof file_3},
    {"commands/actions.js", file_4, sizeof file_4},
    {"commands/changes.js", file_5, sizeof file_5},
    {"commands/files.js", file_6, sizeof file_6},
    {"commands/keys.js", file_7, sizeof file_7},
    {"commands/obstacles.js", file_8, sizeof file_8},
    {"commands/past.js", file_9, sizeof file_9},
    {"commands/registry.js", file_10, sizeof file_10},
    {"commands/values.js", file_11, sizeof file_11},
    {"core/api.js", file_12, sizeof file_12},
    {"core/database.js", file_13, sizeof file_13},
    {"core/dates.js", file_14, sizeof file_14},
    {"core/dom.js", file_15, sizeof file_15},
    {"core/events.js", file_16, sizeof file_16},
    {"core/filters.js", file_17, sizeof file_17},
    {"core/first.js", file_18, sizeof file_18},
    {"core/focus.js", file_19, sizeof file_19},
    {"core/keynames.js", file_20, sizeof file_20},
    {"core/lists.js", file_21, sizeof file_21},
    {"core/pictures.js", file_22, sizeof file_22},
    {"core/place.js", file_23, sizeof file_23},
    {"core/preferences.js", file_24, sizeof file_24},
    {"core/qr.js", file_25, sizeof file_25},
    {"core/random.js", file_26, sizeof file_26},
    {"core/router.js", file_27, sizeof file_27},
    {"core/session.js", file_28, sizeof file_28},
    {"core/toasts.js", file_29, sizeof file_29},
    {"core/transport.js", file_30, sizeof file_30},
    {"core/words.js", file_31, sizeof file_31},
    {"files.css", file_32, sizeof file_32},
    {"filters.css", file_33, sizeof file_33},
    {"form.css", file_34, sizeof file_34},
    {"icon-192.png", file_35, sizeof file_35},
    {"icon-512.png", file_36, sizeof file_36},
    {"icon.svg", file_37, sizeof file_37},
    {"index.html", file_38, sizeof file_38},
    {"input/carry.js", file_39, sizeof file_39},
    {"input/drag.js", file_40, sizeof file_40},
    {"input/edges.js", file_41, sizeof file_41},
    {"input/files.js", file_42, sizeof file_42},
    {"input/keyboard.js", file_43, sizeof file_43},
    {"input/keys.js", file_44, sizeof file_44},
    {"input/palette.js", file_45, sizeof file_45},
    {"input/pointer.js", file_46, sizeof file_46},
    {"input/swipe.js", file_47, sizeof file_47},
    {"input/swiped.js", file_48, sizeof file_48},
    {"input/touch.js", file_49, sizeof file_49},
    {"manifest.webmanifest", file_50, sizeof file_50},
    {"menu.css", file_51, sizeof file_51},
    {"others.js", file_52, sizeof file_52},
    {"panel.css", file_53, sizeof file_53},
    {"phone.css", file_54, sizeof file_54},
    {"print.css", file_55, sizeof file_55},
    {"reminders.css", file_56, sizeof file_56},
    {"requests.js", file_57, sizeof file_57},
    {"source.css", file_58, sizeof file_58},
    {"state/body.js", file_59, sizeof file_59},
    {"state/checklist.js", file_60, sizeof file_60},
    {"state/drafts.js", file_61, sizeof file_61},
    {"state/entries.js", file_62, sizeof file_62},
    {"state/entry.js", file_63, sizeof file_63},
    {"state/facts.js", file_64, sizeof file_64},
    {"state/fields.js", file_65, sizeof file_65},
    {"state/files.js", file_66, sizeof file_66},
    {"state/filter.js", file_67, sizeof file_67},
    {"state/live.js", file_68, sizeof file_68},
    {"state/load.js", file_69, sizeof file_69},
    {"state/model.js", file_70, sizeof file_70},
    {"state/offline.js", file_71, sizeof file_71},
    {"state/patched.js", file_72, sizeof file_72},
    {"state/plan.js", file_73, sizeof file_73},
    {"state/queue.js", file_74, sizeof file_74},
    {"state/reducer.js", file_75, sizeof file_75},
    {"state/status.js", file_76, sizeof file_76},
    {"state/store.js", file_77, sizeof file_77},
    {"state/tasks.js", file_78, sizeof file_78},
    {"state/turn.js", file_79, sizeof file_79},
    {"state/whole.js", file_80, sizeof file_80},
    {"style.css", file_81, sizeof file_81},
    {"sw.js", file_82, sizeof file_82},
    {"task.css", file_83, sizeof file_83},
    {"views/board.js", file_84, sizeof file_84},
    {"views/calendar.js", file_85, sizeof file_85},
    {"views/card.js", file_86, sizeof file_86},
    {"views/cardfacts.js", file_87, sizeof file_87},
    {"views/chips.js", file_88, sizeof file_88},
    {"views/conflicts.js", file_89, sizeof file_89},
    {"views/cover.js", file_90, sizeof file_90},
    {"views/dateactions.js", file_91, sizeof file_91},
    {"views/datecontrol.js", file_92, sizeof file_92},
    {"views/device.js", file_93, sizeof file_93},
    {"views/dialog.js", file_94, sizeof file_94},
    {"views/drafts.js", file_95, sizeof file_95},
    {"views/files.js", file_96, sizeof file_96},
    {"views/filters.js", file_97, sizeof file_97},
    {"views/firststeps.js", file_98, sizeof file_98},
    {"views/form.js", file_99, sizeof file_99},
    {"views/formview.js", file_100, sizeof file_100},
    {"views/header.js", file_101, sizeof file_101},
    {"views/help.js", file_102, sizeof file_102},
    {"views/history.js", file_103, sizeof file_103},
    {"views/markdown.js", file_104, sizeof file_104},
    {"views/marks.js", file_105, sizeof file_105},
    {"views/menu.js", file_106, sizeof file_106},
    {"views/menulayer.js", file_107, sizeof file_107},
    {"views/needsyou.js", file_108, sizeof file_108},
    {"views/panel.js", file_109, sizeof file_109},
    {"views/popover.js", file_110, sizeof file_110},
    {"views/print.js", file_111, sizeof file_111},
    {"views/prompt.js", file_112, sizeof file_112},
    {"views/quickadd.js", file_113, sizeof file_113},
    {"views/reminders.js", file_114, sizeof file_114},
    {"views/search.js", file_115, sizeof file_115},
    {"views/settings.js", file_116, sizeof file_116},
    {"views/signin.js", file_117, sizeof file_117},
    {"views/slide.js", file_118, sizeof file_118},
    {"views/source.js", file_119, sizeof file_119},
    {"views/stats.js", file_120, sizeof file_120},
    {"views/submenus.js", file_121, sizeof file_121},
    {"views/suggest.js", file_122, sizeof file_122},
    {"views/task.js", file_123, sizeof file_123},
    {"views/traces.js", file_124, sizeof file_124},
    {"views/valueactions.js", file_125, sizeof file_125},
    {"views/valuepicker.js", file_126, sizeof file_126},
    {"views/values.js", file_127, sizeof file_127},
};

size_t pmd_web_file_count(void) { return sizeof files / sizeof *files; }

const struct pmd_web_file *pmd_web_file(size_t index) { return &files[index]; }
