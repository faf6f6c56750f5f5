#ifndef CICAL_H
#define CICAL_H

#include <stdbool.h>

// The libical functions used by pmd. The library is loaded when the first calendar is read: it
// depends on ICU, which would slow down every start of the program.

/// Loads libical once.
///
/// Returns false if it is not installed. In that case, no other function here may be called.
bool cical_load(void);

/// The version of the loaded library, such as "3.0.16", taken from the end of its file name. NULL
/// if it is not installed.
const char *cical_version(void);

/// The version of the header used for building pmd.
const char *cical_built_version(void);

/// A date as written. It need not be a real day.
struct cical_date {
    int year;
    int month;
    int day;
    int hour;
    int minute;
    int second;
    bool has_time;
    bool is_utc;
};

/// One line of a calendar.
typedef struct cical_line cical_line;

/// Parses an unfolded line that ends in NUL. Returns NULL if libical cannot read it.
cical_line *cical_line_new(const char *line);
void cical_line_free(cical_line *line);

/// Returns the value of a parameter without its quotes; NULL if it is missing.
char *cical_line_parameter(const cical_line *line, const char *name);
void cical_text_free(char *text);

/// Parses the value as a date; for a period, its start. Returns false for any other value.
bool cical_line_date(const cical_line *line, struct cical_date *date);

/// The clocks of a time zone.
typedef struct cical_zone cical_zone;

/// Finds a system zone. Its name must not escape the zone folder. Returns NULL if there is none.
cical_zone *cical_zone_named(const char *name);

/// Parses a VTIMEZONE. Returns NULL if libical cannot read it.
cical_zone *cical_zone_new(const char *text);
void cical_zone_free(cical_zone *zone);

/// The UTC offset in seconds at a date in UTC.
int cical_zone_offset(cical_zone *zone, struct cical_date date);

#endif
