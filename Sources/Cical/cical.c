#include "cical.h"

#define _GNU_SOURCE
#include <dlfcn.h>
#include <libical/ical.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The libical functions, with the types from its header.
#define EACH_CALL(call)                                                                            \
    call(icalcomponent_free) call(icalcomponent_get_first_property)                                \
    call(icalcomponent_get_next_property) call(icalcomponent_isa) call(icalerror_clear_errno)      \
    call(icalerror_set_errors_are_fatal) call(icalmemory_free_buffer) call(icalparser_add_line)    \
    call(icalparser_free) call(icalparser_new) call(icalparser_parse_string)                       \
    call(icalproperty_get_parameter_as_string_r) call(icalproperty_get_value)                      \
    call(icalproperty_isa) call(icaltime_null_time) call(icaltimezone_free)                        \
    call(icaltimezone_get_builtin_timezone) call(icaltimezone_get_utc_offset_of_utc_time)          \
    call(icaltimezone_get_utc_timezone)                                                            \
    call(icaltimezone_new) call(icaltimezone_set_component) call(icalvalue_get_datetime)           \
    call(icalvalue_get_datetimeperiod) call(icalvalue_isa)

#define DECLARE(name) static __typeof__(name) *call_##name;
EACH_CALL(DECLARE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded = false;
static char version[64];
// System zones are shared, and loaded on demand.
static pthread_mutex_t zones = PTHREAD_MUTEX_INITIALIZER;

// Finds the version of a library, for which libical has no function.
static void find_version(void *library) {
    struct link_map *map = NULL;
    char path[PATH_MAX];
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !realpath(map->l_name, path)) return;
    const char *number = strstr(path, ".so.");
    if (number != NULL) snprintf(version, sizeof version, "%s", number + strlen(".so."));
}

static void load(void) {
    // The number is the ABI version; another version has different structures.
    void *library = dlopen("libical.so.3", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
#define FIND(name)                                                                                 \
    call_##name = (__typeof__(name) *)dlsym(library, #name);                                       \
    if (call_##name == NULL) return;
    EACH_CALL(FIND)
    call_icalerror_set_errors_are_fatal(0);
    find_version(library);
    is_loaded = true;
}

bool cical_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

const char *cical_version(void) { return cical_load() ? version : NULL; }

const char *cical_built_version(void) {
    static char built[32];
    snprintf(
        built, sizeof built, "%d.%d.%d", ICAL_MAJOR_VERSION, ICAL_MINOR_VERSION,
        ICAL_PATCH_VERSION);
    return built;
}

struct cical_line {
    icalcomponent *component;
    icalproperty *property;
};

/// Passes a line to a parser, which may modify it.
static icalcomponent *add_line(icalparser *parser, const char *line) {
    char *copy = strdup(line);
    if (copy == NULL) abort();
    icalcomponent *component = call_icalparser_add_line(parser, copy);
    free(copy);
    return component;
}

cical_line *cical_line_new(const char *text) {
    icalparser *parser = call_icalparser_new();
    if (parser == NULL) abort();
    add_line(parser, "BEGIN:VTODO");
    add_line(parser, text);
    icalcomponent *component = add_line(parser, "END:VTODO");
    call_icalparser_free(parser);
    call_icalerror_clear_errno();
    if (component == NULL) return NULL;
    icalproperty *property = call_icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY);
    for (icalproperty *each = property; each != NULL;
         each = call_icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY))
        if (call_icalproperty_isa(each) == ICAL_XLICERROR_PROPERTY) property = NULL;
    if (property == NULL) {
        call_icalcomponent_free(component);
        return NULL;
    }
    cical_line *line = malloc(sizeof *line);
    if (line == NULL) abort();
    line->component = component;
    line->property = property;
    return line;
}

void cical_line_free(cical_line *line) {
    call_icalcomponent_free(line->component);
    free(line);
}

char *cical_line_parameter(const cical_line *line, const char *name) {
    return call_icalproperty_get_parameter_as_string_r(line->property, name);
}

void cical_text_free(char *text) { call_icalmemory_free_buffer(text); }

bool cical_line_date(const cical_line *line, struct cical_date *date) {
    icalvalue *value = call_icalproperty_get_value(line->property);
    if (value == NULL) return false;
    struct icaltimetype time;
    switch (call_icalvalue_isa(value)) {
    case ICAL_DATE_VALUE:
    case ICAL_DATETIME_VALUE:
    case ICAL_DATETIMEDATE_VALUE: time = call_icalvalue_get_datetime(value); break;
    case ICAL_PERIOD_VALUE:
    case ICAL_DATETIMEPERIOD_VALUE: {
        struct icaldatetimeperiodtype both = call_icalvalue_get_datetimeperiod(value);
        time = both.period.start.year != 0 ? both.period.start : both.time;
        break;
    }
    default: return false;
    }
    *date = (struct cical_date){
        .year = time.year,
        .month = time.month,
        .day = time.day,
        .hour = time.hour,
        .minute = time.minute,
        .second = time.second,
        .has_time = !time.is_date,
        .is_utc = time.zone != NULL && time.zone == call_icaltimezone_get_utc_timezone(),
    };
    return true;
}

struct cical_zone {
    icaltimezone *zone;
    /// False for a system zone, which libical owns.
    bool is_own;
};

static cical_zone *made(icaltimezone *zone, bool is_own) {
    cical_zone *made = malloc(sizeof *made);
    if (made == NULL) abort();
    made->zone = zone;
    made->is_own = is_own;
    return made;
}

cical_zone *cical_zone_named(const char *name) {
    pthread_mutex_lock(&zones);
    icaltimezone *zone = call_icaltimezone_get_builtin_timezone(name);
    call_icalerror_clear_errno();
    pthread_mutex_unlock(&zones);
    return zone == NULL ? NULL : made(zone, false);
}

cical_zone *cical_zone_new(const char *text) {
    icalcomponent *component = call_icalparser_parse_string(text);
    call_icalerror_clear_errno();
    if (component == NULL) return NULL;
    icaltimezone *zone = call_icaltimezone_new();
    if (zone == NULL) abort();
    if (call_icalcomponent_isa(component) == ICAL_VTIMEZONE_COMPONENT
        && call_icaltimezone_set_component(zone, component))
        return made(zone, true);
    call_icalcomponent_free(component);
    call_icaltimezone_free(zone, 1);
    return NULL;
}

void cical_zone_free(cical_zone *zone) {
    // This frees the component, too.
    if (zone->is_own) call_icaltimezone_free(zone->zone, 1);
    free(zone);
}

int cical_zone_offset(cical_zone *zone, struct cical_date date) {
    struct icaltimetype time = call_icaltime_null_time();
    time.year = date.year;
    time.month = date.month;
    time.day = date.day;
    time.hour = date.hour;
    time.minute = date.minute;
    time.second = date.second;
    int is_daylight = 0;
    pthread_mutex_lock(&zones);
    int offset =
        call_icaltimezone_get_utc_offset_of_utc_time(zone->zone, &time, &is_daylight);
    call_icalerror_clear_errno();
    pthread_mutex_unlock(&zones);
    return offset;
}
