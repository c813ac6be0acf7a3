#pragma once

// The functions of libcurl that FeedHTTP calls.
//
// The library is opened at run time, so that no header and no package of it is needed to build. Its
// functions with variable arguments can't be called from Swift; here each has a fixed type.
//
// Numbers of options, infos and results are part of libcurl's stable interface:
// https://curl.se/libcurl/c/symbols-in-versions.html

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A callback that takes `count` units of `size` bytes, and returns how many bytes it took.
typedef size_t (*feed_curl_take)(char *bytes, size_t size, size_t count, void *context);

/// A callback that is called when the look-up of a host name begins. Returns 0.
typedef int (*feed_curl_look_up)(void *resolver, void *unused, void *context);

/// A callback that opens a socket to an address. Returns its descriptor, or -1 to refuse it.
typedef int (*feed_curl_open_socket)(void *context, int purpose, void *address);

/// A callback that is called when a request begins on a connection. Returns 0, or 1 to abort it.
typedef int (*feed_curl_begin)(
    void *context, char *host_ip, char *local_ip, int host_port, int local_port);

/// What a thread does.
typedef void *(*feed_curl_run)(void *context);

/// Starts a thread. Returns false if the system has none left.
bool feed_curl_thread(feed_curl_run run, void *context);

/// Opens libcurl. Returns false if there is none, or one without `curl_multi_poll` (before 7.68).
/// Call it once, before all other functions.
bool feed_curl_open(void);

/// Creates an easy handle, for one transfer; NULL without memory.
void *feed_curl_easy(void);
void feed_curl_easy_free(void *easy);

// Each sets an option and returns a result code: 0, or why libcurl rejects the option or the value.
int feed_curl_set_number(void *easy, int option, long value);
int feed_curl_set_size(void *easy, int option, int64_t value);
int feed_curl_set_pointer(void *easy, int option, const void *value);
int feed_curl_set_take(void *easy, int option, feed_curl_take take);
int feed_curl_set_look_up(void *easy, int option, feed_curl_look_up look_up);
int feed_curl_set_open(void *easy, int option, feed_curl_open_socket open_socket);
int feed_curl_set_begin(void *easy, int option, feed_curl_begin begin);

/// A number about a transfer; 0 if there is none.
long feed_curl_number(void *easy, int info);

/// A text about a transfer, which the next call for it replaces; empty if there is none.
const char *feed_curl_word(void *easy, int info);

/// The socket of the connection that a transfer which has ended leaves open; -1 if there is none.
int feed_curl_active_socket(void *easy);

/// Whether bytes wait on a socket.
bool feed_curl_has_input(int handle);

/// Opens a socket to the address that `feed_curl_open_socket` got. Returns -1 without one.
int feed_curl_socket(const void *address);

/// Whether the system knows a route to the address that `feed_curl_open_socket` got.
bool feed_curl_has_route(const void *address);

/// The text of a result code.
const char *feed_curl_text(int code);

/// Adds a copy of `text` to a list, which may be NULL. Returns NULL without memory.
void *feed_curl_list(void *list, const char *text);
void feed_curl_list_free(void *list);

/// Creates a multi handle, for all transfers of a thread; NULL without memory or file descriptors.
void *feed_curl_multi(void);

/// Closes the connections. The handle must have no easy handles.
void feed_curl_multi_free(void *multi);

/// Sets how many connections may be open. Those without a request are kept for the next one, and the
/// oldest of them is closed where another host needs one.
void feed_curl_multi_limit(void *multi, long connections);
bool feed_curl_multi_add(void *multi, void *easy);
void feed_curl_multi_remove(void *multi, void *easy);

/// Does what can be done without waiting.
void feed_curl_multi_perform(void *multi);

/// Returns an easy handle whose transfer has ended, and its result in `code`; NULL if there is none.
void *feed_curl_multi_ended(void *multi, int *code);

/// Waits until something can be done, another thread calls `feed_curl_multi_wake`, or `milliseconds`
/// have passed.
void feed_curl_multi_wait(void *multi, int milliseconds);
void feed_curl_multi_wake(void *multi);
