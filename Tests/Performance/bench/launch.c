/* Runs commands one after the other and measures them as one:
 *
 *     launch RESULT ERRORS COMMAND [ARG]... [&& COMMAND [ARG]...]...
 *
 * Their output goes nowhere, what they complain about into the file ERRORS. Into
 * RESULT goes one line: nanoseconds on the wall, microseconds of processor time
 * (user and system, with all children), the most KiB that any of them held, and the
 * status of the first that failed, or 0.
 *
 * A program of its own, because a fork of a large interpreter costs more than what
 * some rows measure.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static long long microseconds(struct timeval t) { return t.tv_sec * 1000000LL + t.tv_usec; }

/* Runs one command to its end; its status as a shell would tell it. */
static int run(char **words, const posix_spawn_file_actions_t *actions) {
    pid_t child;
    int status;
    if (posix_spawnp(&child, words[0], actions, NULL, words, environ) != 0) return 127;
    if (waitpid(child, &status, 0) != child) return 126;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int count, char **words) {
    if (count < 4) return 64;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, words[2], O_WRONLY | O_CREAT | O_TRUNC, 0600);

    int status = 0;
    long long start = now();
    for (int first = 3; first < count && status == 0;) {
        int end = first;
        while (end < count && strcmp(words[end], "&&") != 0) end++;
        words[end] = NULL;
        status = run(words + first, &actions);
        first = end + 1;
    }
    long long wall = now() - start;

    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    FILE *result = fopen(words[1], "w");
    if (!result) return 74;
    fprintf(result, "%lld %lld %ld %d\n", wall,
            microseconds(usage.ru_utime) + microseconds(usage.ru_stime), usage.ru_maxrss, status);
    return fclose(result) ? 74 : 0;
}
