/* Replaces the slow path of Swift's Mutex with one that the thread sanitizer can see.

   The fast path of a lock is inlined, and so compiled with the sanitizer. The slow path, which waits
   for another thread's unlock, is in Swift's own library, which is not. The sanitizer would therefore
   miss that the threads synchronize, and report a race. A program that links this file uses this
   function instead of the library's. The symbol name is that of Swift 6. */
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
