#define _GNU_SOURCE
#include "FeedCurl.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

/// What `curl_multi_info_read` returns: libcurl's CURLMsg.
struct message {
  int kind;
  void *easy;
  union {
    void *pointer;
    int code;
  } result;
};

/// What the callback that opens a socket gets: libcurl's curl_sockaddr.
struct address {
  int family;
  int type;
  int protocol;
  unsigned size;
  struct sockaddr bytes;
};

enum {
  message_done = 1,
  global_default = 3,
  multi_maxconnects = 6,
  multi_max_total_connections = 13,
  info_active_socket = 0x500000 + 44,
};

static int (*global_init)(long);
static void *(*easy_init)(void);
static void (*easy_cleanup)(void *);
static int (*easy_setopt)(void *, int, ...);
static int (*easy_getinfo)(void *, int, ...);
static const char *(*easy_strerror)(int);
static void *(*slist_append)(void *, const char *);
static void (*slist_free_all)(void *);
static void *(*multi_init)(void);
static int (*multi_cleanup)(void *);
static int (*multi_setopt)(void *, int, ...);
static int (*multi_add_handle)(void *, void *);
static int (*multi_remove_handle)(void *, void *);
static int (*multi_perform)(void *, int *);
static struct message *(*multi_info_read)(void *, int *);
static int (*multi_poll)(void *, void *, unsigned, int, int *);
static int (*multi_wakeup)(void *);

bool feed_curl_open(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  struct {
    void *function;
    const char *name;
  } const functions[] = {
      {&global_init, "curl_global_init"},
      {&easy_init, "curl_easy_init"},
      {&easy_cleanup, "curl_easy_cleanup"},
      {&easy_setopt, "curl_easy_setopt"},
      {&easy_getinfo, "curl_easy_getinfo"},
      {&easy_strerror, "curl_easy_strerror"},
      {&slist_append, "curl_slist_append"},
      {&slist_free_all, "curl_slist_free_all"},
      {&multi_init, "curl_multi_init"},
      {&multi_cleanup, "curl_multi_cleanup"},
      {&multi_setopt, "curl_multi_setopt"},
      {&multi_add_handle, "curl_multi_add_handle"},
      {&multi_remove_handle, "curl_multi_remove_handle"},
      {&multi_perform, "curl_multi_perform"},
      {&multi_info_read, "curl_multi_info_read"},
      {&multi_poll, "curl_multi_poll"},
      {&multi_wakeup, "curl_multi_wakeup"},
  };
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    void *symbol = dlsym(library, functions[index].name);
    if (!symbol) {
      dlclose(library);
      return false;
    }
    *(void **)functions[index].function = symbol;
  }
  return global_init(global_default) == 0;
}

void *feed_curl_easy(void) { return easy_init(); }

void feed_curl_easy_free(void *easy) { easy_cleanup(easy); }

int feed_curl_set_number(void *easy, int option, long value) {
  return easy_setopt(easy, option, value);
}

int feed_curl_set_size(void *easy, int option, int64_t value) {
  return easy_setopt(easy, option, value);
}

int feed_curl_set_pointer(void *easy, int option, const void *value) {
  return easy_setopt(easy, option, value);
}

int feed_curl_set_take(void *easy, int option, feed_curl_take take) {
  return easy_setopt(easy, option, take);
}

int feed_curl_set_look_up(void *easy, int option, feed_curl_look_up look_up) {
  return easy_setopt(easy, option, look_up);
}

int feed_curl_set_open(void *easy, int option, feed_curl_open_socket open_socket) {
  return easy_setopt(easy, option, open_socket);
}

int feed_curl_set_begin(void *easy, int option, feed_curl_begin begin) {
  return easy_setopt(easy, option, begin);
}

long feed_curl_number(void *easy, int info) {
  long number = 0;
  return easy_getinfo(easy, info, &number) == 0 ? number : 0;
}

bool feed_curl_thread(feed_curl_run run, void *context) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  bool is_started = pthread_create(&thread, &attributes, run, context) == 0;
  pthread_attr_destroy(&attributes);
  return is_started;
}

const char *feed_curl_word(void *easy, int info) {
  const char *word = NULL;
  return easy_getinfo(easy, info, &word) == 0 && word ? word : "";
}

int feed_curl_active_socket(void *easy) {
  int handle = -1;
  return easy_getinfo(easy, info_active_socket, &handle) == 0 ? handle : -1;
}

bool feed_curl_has_input(int handle) {
  char byte;
  return recv(handle, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

int feed_curl_socket(const void *address) {
  const struct address *to = address;
  // A child process that inherits a connection would keep it open.
  return socket(to->family, to->type | SOCK_CLOEXEC, to->protocol);
}

bool feed_curl_has_route(const void *address) {
  const struct address *to = address;
  // Connecting a socket for datagrams looks for a route, and sends nothing.
  int handle = socket(to->family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (handle < 0) return true;
  bool has_route = connect(handle, &to->bytes, to->size) == 0 || errno != ENETUNREACH;
  close(handle);
  return has_route;
}

const char *feed_curl_text(int code) { return easy_strerror(code); }

void *feed_curl_list(void *list, const char *text) { return slist_append(list, text); }

void feed_curl_list_free(void *list) { slist_free_all(list); }

void *feed_curl_multi(void) {
  void *multi = multi_init();
  // Without file descriptors for it, libcurl makes one that can't be woken.
  if (!multi || multi_wakeup(multi) == 0) return multi;
  multi_cleanup(multi);
  return NULL;
}

void feed_curl_multi_free(void *multi) { multi_cleanup(multi); }

void feed_curl_multi_limit(void *multi, long connections) {
  // Fewer idle ones than there may be in all would be closed as soon as many requests run.
  multi_setopt(multi, multi_maxconnects, connections);
  multi_setopt(multi, multi_max_total_connections, connections);
}

bool feed_curl_multi_add(void *multi, void *easy) { return multi_add_handle(multi, easy) == 0; }

void feed_curl_multi_remove(void *multi, void *easy) { multi_remove_handle(multi, easy); }

void feed_curl_multi_perform(void *multi) {
  int running;
  multi_perform(multi, &running);
}

void *feed_curl_multi_ended(void *multi, int *code) {
  int left;
  struct message *message;
  while ((message = multi_info_read(multi, &left))) {
    if (message->kind != message_done) continue;
    *code = message->result.code;
    return message->easy;
  }
  return NULL;
}

void feed_curl_multi_wait(void *multi, int milliseconds) {
  // Without a pause, an error that stays would keep the thread busy.
  if (multi_poll(multi, NULL, 0, milliseconds, NULL) != 0) usleep(10000);
}

void feed_curl_multi_wake(void *multi) { multi_wakeup(multi); }

#endif
