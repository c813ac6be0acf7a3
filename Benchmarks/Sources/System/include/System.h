#ifndef SYSTEM_H
#define SYSTEM_H

#include <stddef.h>

/// The bytes that the process has taken from the heap; 0 where the system does not say.
size_t heap_bytes_in_use(void);

/// Gives what was freed on the heap back to the system, where that can be asked for.
void give_heap_back(void);

/// Keeps all threads on one core; does nothing where the system has no such thing.
///
/// What goes from task to task is measured so: on several cores most of the time is what a sleeping
/// one takes to wake.
void use_one_core(void);

/// Lets the threads run wherever they did before `use_one_core`.
void use_all_cores(void);

/// Runs a program with nothing to read and nobody to listen; returns its status, or -1.
int run_program(const char *name);

#endif
