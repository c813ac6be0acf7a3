#ifndef HEAP_STATISTICS_H
#define HEAP_STATISTICS_H

#include <stddef.h>

/// The bytes that the process has taken from the heap; 0 where the system does not say.
size_t heap_bytes_in_use(void);

#endif
