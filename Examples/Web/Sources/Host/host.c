// All that a WebAssembly module with a feed needs beside itself: memory, random bytes and a product
// of 128 bits. What is not here would be an import that the host is asked for, and fails to link.
#include "host.h"

void host_fail(int32_t line) {
#if defined(__wasm__)
  __builtin_trap();
#else
  extern _Noreturn void _exit(int);
  _exit(line > 250 ? 250 : line);
#endif
}

#if defined(__wasm__)
#include <stddef.h>

extern uint8_t __heap_base;
static uintptr_t end_of_heap;

// Blocks have 32 bytes, 64, 128 and so on, the first 16 of which say how many. Freed ones wait in a list of
// their size.
static void *spare[32];

void *malloc(size_t size) {
  if (size > 1u << 30) return NULL;
  unsigned power = size <= 16 ? 5 : 32 - __builtin_clz((unsigned)size + 15);
  void *block = spare[power];
  if (block) {
    spare[power] = *(void **)block;
    return block;
  }
  if (end_of_heap == 0) end_of_heap = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t start = end_of_heap;
  end_of_heap += (size_t)1 << power;
  size_t room = __builtin_wasm_memory_size(0) << 16;
  if (end_of_heap > room) {
    size_t pages = (end_of_heap - room + 0xffff) >> 16;
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) __builtin_trap();
  }
  *(unsigned *)start = power;
  return (void *)(start + 16);
}

void free(void *block) {
  if (!block) return;
  unsigned power = *(unsigned *)((uintptr_t)block - 16);
  *(void **)block = spare[power];
  spare[power] = block;
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment > 16) return 22;
  *block = malloc(size);
  return *block ? 0 : 12;
}

void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }
void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
void *memset(void *to, int byte, size_t size) { return __builtin_memset(to, byte, size); }

int memcmp(const void *left, const void *right, size_t size) {
  const uint8_t *a = left, *b = right;
  for (size_t i = 0; i < size; i++)
    if (a[i] != b[i]) return a[i] - b[i];
  return 0;
}

// Bytes that are the same each time: a check must be repeatable.
void arc4random_buf(void *bytes, size_t size) {
  static uint32_t state = 1;
  for (size_t i = 0; i < size; i++) {
    state = state * 1664525 + 1013904223;
    ((uint8_t *)bytes)[i] = state >> 24;
  }
}

uintptr_t __stack_chk_guard = 0x5f3759df;
void __stack_chk_fail(void) { __builtin_trap(); }

// The product of two numbers of 128 bits, from products of halves of 64.
typedef struct {
  uint64_t low, high;
} wide;

static wide product(uint64_t a, uint64_t b) {
  const uint64_t half = 0xffffffff;
  uint64_t corner = (a & half) * (b & half);
  uint64_t left = (a >> 32) * (b & half) + (corner >> 32);
  uint64_t right = (a & half) * (b >> 32) + (left & half);
  return (wide){right << 32 | (corner & half), (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32)};
}

void __multi3(wide *result, uint64_t a, uint64_t a_high, uint64_t b, uint64_t b_high) {
  *result = product(a, b);
  result->high += a * b_high + a_high * b;
}
#endif
