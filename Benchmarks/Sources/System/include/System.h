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

/// The processor time of the calling thread.
///
/// It repeats within a few per cent on a busy machine, where the time that passes does not.
double thread_nanoseconds(void);

/// The processor time of all threads of the process.
double process_nanoseconds(void);

/// What a program took.
struct program_cost {
  /// Its status; -1 if it did not run or was killed.
  int status;

  /// The processor time of all its threads.
  double nanoseconds;

  /// The most memory that it held.
  double peak_bytes;
};

/// Runs a program with nothing to read and nobody to listen. `arguments` begin with its name and end with
/// NULL.
struct program_cost run_program(const char *const arguments[]);

#endif
