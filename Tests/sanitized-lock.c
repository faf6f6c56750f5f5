/* What a thread waits with for a Mutex of Swift's that another holds, made visible to the
   sanitizer of threads.

   Swift inlines the quick way in, which is compiled with the sanitizer like all else. The slow one
   lies in Swift's own library, which is not: the sanitizer would see a thread enter that nobody let
   in, and report a race of two threads that took turns. Linked into a program, this is found
   before the library's. Its names are those of Swift 6. */
#include <sched.h>
#include <stdint.h>

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) uint32_t *storage)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) uint32_t *storage) {
    uint32_t nobody = 0;
    while (!__atomic_compare_exchange_n(storage, &nobody, thread, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        nobody = 0;
        sched_yield();
    }
}
