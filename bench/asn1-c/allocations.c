/* Counts allocations; preloaded. */
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

unsigned long bench_allocations;

void *malloc(size_t size)
{
    bench_allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    bench_allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    bench_allocations++;
    return __libc_realloc(old, size);
}
