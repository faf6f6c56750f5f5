// Separate threads for the jobs of Swift's tasks in the test process.
//
// The cooperative pool has one thread per processor, and expects that none of them blocks. Most
// tests wait for programs that they start, so two such tests would leave two processors idle. This
// code replaces the pool through the runtime's hook for that (swift/Runtime/Concurrency.h).
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct Job Job;
typedef void (*Original)(Job *) __attribute__((swiftcall));

extern void (*swift_task_enqueueGlobal_hook)(Job *, Original) __attribute__((swiftcall));
// The second and third are the two words of an executor: zero is the global one.
extern void swift_job_run(Job *, void *, uintptr_t) __attribute__((swiftcall));

typedef struct Waiting {
    Job *job;
    struct Waiting *next;
} Waiting;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t isFilled = PTHREAD_COND_INITIALIZER;
static Waiting *first, **last = &first;

static void *work(void *nothing) {
    (void)nothing;
    for (;;) {
        pthread_mutex_lock(&mutex);
        while (first == NULL) pthread_cond_wait(&isFilled, &mutex);
        Waiting *waiting = first;
        first = waiting->next;
        if (first == NULL) last = &first;
        pthread_mutex_unlock(&mutex);
        Job *job = waiting->job;
        free(waiting);
        swift_job_run(job, NULL, 0);
    }
    return NULL;
}

__attribute__((swiftcall)) static void enqueue(Job *job, Original original) {
    Waiting *waiting = malloc(sizeof *waiting);
    if (waiting == NULL) {
        original(job);
        return;
    }
    *waiting = (Waiting){.job = job, .next = NULL};
    pthread_mutex_lock(&mutex);
    *last = waiting;
    last = &waiting->next;
    pthread_cond_signal(&isFilled);
    pthread_mutex_unlock(&mutex);
}

__attribute__((constructor)) static void begin(void) {
    long threads = 3 * sysconf(_SC_NPROCESSORS_ONLN);
    const char *wanted = getenv("PMD_TEST_THREADS");
    if (wanted != NULL) threads = atol(wanted);
    if (threads < 1) return;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    for (long count = 0; count < threads; count++) {
        pthread_t thread;
        if (pthread_create(&thread, &attributes, work, NULL) != 0) {
            fputs("cannot start a thread for tests\n", stderr);
            abort();
        }
    }
    pthread_attr_destroy(&attributes);
    swift_task_enqueueGlobal_hook = enqueue;
}
