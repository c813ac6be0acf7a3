// A store under a loop of the program's own. Here it is `poll`; GTK, Qt and libuv watch a descriptor in the same way.
#if os(Linux)
  import FeedEffects
  import FeedReducer
  import Foundation

  nonisolated struct Number: Identifiable, Equatable {
    let id: Int
  }

  let source = CallbackSource<Number, Int> { request, completion in
    let first = request.position.cursor ?? 0
    let end = min(first + request.size, 82)
    completion(.success(.init(items: (first..<end).map(Number.init), next: end < 82 ? end : nil)))
  }
  let store = FeedStore(source: source)

  while store.footer != .end {
    store.visible(0..<store.items.count)
    var event = pollfd(fd: MainActorQueue.descriptor, events: Int16(POLLIN), revents: 0)
    poll(&event, 1, -1)
    MainActorQueue.run()
  }
  print(store.items.count, "rows")
#endif
