/* What the machine itself charges for a board's files, whatever reads them:
 *
 *     floor stat FOLDER    names every file and asks for its size and times
 *     floor read FOLDER    opens every file too and reads it whole
 *
 * Whatever begins with a dot is left out. Prints how many files and bytes.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int reads;
static long files, bytes;
static char *buffer;
static size_t room = 1 << 20;

static void fail(const char *what) {
    perror(what);
    exit(74);
}

static void take(int folder, const char *name, const struct stat *facts) {
    files++;
    bytes += facts->st_size;
    if (!reads) return;
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) fail(name);
    if ((size_t)facts->st_size >= room) {
        room = facts->st_size * 2;
        if (!(buffer = realloc(buffer, room))) fail("memory");
    }
    while (read(file, buffer, room) > 0) {}
    close(file);
}

/* Owns and closes the descriptor. */
static void visit(int folder) {
    DIR *listing = fdopendir(folder);
    if (!listing) fail("folder");
    struct dirent *entry;
    while ((entry = readdir(listing))) {
        struct stat facts;
        if (entry->d_name[0] == '.') continue;
        if (fstatat(dirfd(listing), entry->d_name, &facts, AT_SYMLINK_NOFOLLOW)) fail("stat");
        if (S_ISREG(facts.st_mode)) take(dirfd(listing), entry->d_name, &facts);
        if (!S_ISDIR(facts.st_mode)) continue;
        int below = openat(dirfd(listing), entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (below < 0) fail(entry->d_name);
        visit(below);
    }
    closedir(listing);
}

int main(int count, char **words) {
    if (count != 3) return 64;
    reads = strcmp(words[1], "read") == 0;
    if (!(buffer = malloc(room))) fail("memory");
    int folder = open(words[2], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) fail(words[2]);
    visit(folder);
    printf("%ld files, %ld bytes\n", files, bytes);
    return 0;
}
