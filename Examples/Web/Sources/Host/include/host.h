#pragma once
#include <stdint.h>

/// Ends the program: a check has failed at this line.
void host_fail(int32_t line);
