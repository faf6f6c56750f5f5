#ifndef CICAL_H
#define CICAL_H

#include <stdbool.h>

// What pmd calls of libical. It is loaded by the first reading of a calendar: it brings ICU along,
// which every start of the program would pay for.

/// Loads libical once.
///
/// Returns false if it is not installed. Nothing else here may be called then.
bool cical_load(void);

/// The version of the library that is loaded, such as "3.0.16": the end of its file's name. NULL if
/// it is not installed.
const char *cical_version(void);

/// The version of the header that pmd was built with.
const char *cical_built_version(void);

/// A date as it is written. Its parts need not be those of a real day.
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

/// Reads a line without folds that ends in NUL. Returns NULL for one that libical cannot read.
cical_line *cical_line_new(const char *line);
void cical_line_free(cical_line *line);

/// Returns the value of a parameter without its quotes; NULL for none.
char *cical_line_parameter(const cical_line *line, const char *name);
void cical_text_free(char *text);

/// Reads the value as a date; of a period, its start. Returns false for any other value.
bool cical_line_date(const cical_line *line, struct cical_date *date);

/// The clocks of a time zone.
typedef struct cical_zone cical_zone;

/// Finds a zone of the system. Its name must not lead out of the folder of zones. NULL for none.
cical_zone *cical_zone_named(const char *name);

/// Reads a VTIMEZONE. NULL for one that libical cannot read.
cical_zone *cical_zone_new(const char *text);
void cical_zone_free(cical_zone *zone);

/// The seconds that clocks are ahead of UTC at a date of UTC.
int cical_zone_offset(cical_zone *zone, struct cical_date date);

#endif
