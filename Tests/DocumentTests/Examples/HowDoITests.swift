import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing

#if os(Linux)
  @_spi(Rendering) import SwiftUI
#endif

@MainActor @Suite("The examples of Docs/HowDoI.md", .watched)
struct HowDoIExamples {
  @Test func theTotal() async {
    let store = FeedStore(source: Posts())
    await store.settle()
    let title = store.total.map { "\(store.items.count) of \($0)" } ?? "\(store.items.count)"
    #expect(title == "20 of 100")
  }

  @Test func aLog() async {
    let store = FeedStore(source: Posts())
    await store.settle()
    var log: [String] = []
    store.onStep { step in
      if let reason = step.reaction.refusal { log.append("ignored: \(reason)") }
    }
    store.send(.started)
    #expect(log == ["ignored: the list is there already; refresh to load it again"])
  }

  @Test func bothDirectionsFromTheMiddle() async {
    let store = FeedStore(source: Posts(start: 50))
    await store.settle()
    store.appeared(50)
    await store.settle()
    #expect(store.items.first?.id == 30 && store.items.last?.id == 69)
  }

  @Test func aJump() async {
    let place = Place()
    let store = FeedStore(source: PlacedPosts(place: place))
    await store.settle()
    await place.move(to: 70)
    await store.send(.reset).finish()
    #expect(store.items.first?.id == 70)
  }

  @Test func anotherAccount() async {
    var store = FeedStore(source: Posts())
    await store.settle()
    store.send(.stopped)
    store = FeedStore(source: Posts(start: 10))
    await store.settle()
    #expect(store.items.first?.id == 10)
  }

  @Test func polling() async {
    let source = ScriptedSource<Post, Int>()
    let clock = ManualClock()
    let store = FeedStore(source: source, clock: clock, timeout: nil)
    source.answer(1, with: .init(items: [Post(id: 1), Post(id: 2)], next: nil))
    await store.settle()
    store.appeared(1)
    let polling = Task {
      while true {
        try await clock.sleep(for: .seconds(30))
        await store.invalidate().finish()
      }
    }
    await clock.sleepers(1)
    source.answer(2, with: .init(items: [3, 4, 1, 2].map { Post(id: $0) }, next: nil))
    clock.advance(by: .seconds(30))
    await clock.sleepers(1)
    polling.cancel()
    let new = store.state.reader?.lowerBound ?? 0  // 2: the rows above the reader
    #expect(new == 2)
  }

  @Test func moreThanAPageIsNew() async {
    let posts = ScriptedSource<Post, Int>()
    let feed = Feed<Post, Int>(refreshMode: .merge, gaps: .manual)
    let store = FeedStore(feed, source: posts)
    func page(_ ids: ClosedRange<Int>, next: Int) -> Feed<Post, Int>.Page {
      .init(items: ids.map { Post(id: $0) }, next: next)
    }
    posts.answer(1, with: page(7...8, next: 9))
    await store.settle()
    posts.answer(2, with: page(1...2, next: 3))
    await store.refresh()
    let entries = store.rowsAndGaps
    #expect(entries.count == 5)
    guard case .gap(let gap) = entries[2] else { return #expect(Bool(false), "no gap") }
    #expect(store.items.map(\.id) == [1, 2, 7, 8])
    posts.answer(4, with: page(3...7, next: 8))
    await store.fillGap(gap.id, from: .below).finish()
    #expect(store.items.map(\.id) == Array(1...8))
    #expect(store.gaps.isEmpty)
  }

  @Test func sections() async {
    let store = FeedStore(source: Posts())
    await store.settle()
    let days = Dictionary(grouping: store.items, by: \.day).sorted { $0.key < $1.key }
    #expect(days.map(\.value.count) == [8, 8, 4])
  }

  @Test func rowsOfYourOwn() async {
    #if os(Linux)
      let store = FeedStore(source: Posts())
      await store.settle()
      let texts = PostsView(store: store).shown.compactMap {
        if case .text(let text) = $0 { text } else { nil }
      }
      #expect(texts.filter { $0 == "An ad" }.count == 2 && texts.count == 22)
    #endif
  }

  @Test func prefetchedImages() async {
    let store = FeedStore(source: Posts())
    var images: [Int] = []
    store.onStep { step in
      if case .pageLoaded(_, let page) = step.action, step.reaction.refusal == nil {
        images += page.items.map(\.id)  // Here a program asks for their pictures.
      }
    }
    await store.settle()
    #expect(images.count == 20)
  }

  @Test func aRefreshInTheBackground() async {
    let file = FileManager.default.temporaryDirectory.appending(path: "posts-\(UUID()).feed")
    let snapshots = SnapshotStore<Post, Int>(file: file)
    let store = FeedStore(source: Posts(), snapshots: snapshots)
    await store.refresh()
    await snapshots.flush()
    #expect(FileManager.default.fileExists(atPath: file.path))
    try? FileManager.default.removeItem(at: file)
  }

  @Test func otherSettings() async {
    var store = FeedStore(source: Posts())
    let isWide = true
    store = FeedStore(Feed(pageSize: isWide ? 50 : 20), source: Posts())
    await store.settle()
    #expect(store.items.count == 50)
  }

  @Test func oneRowInTwoLists() async {
    let (home, profile) = (
      FeedStore(source: Posts(), sink: LikeSink()), FeedStore(source: Posts())
    )
    await home.settle()
    await profile.settle()
    await home.edit(7) { $0.isLiked.toggle() }.finish()
    if home.failure(of: 7) == nil { profile.invalidate() }
    #expect(home.items[7].isLiked && profile.refreshing)
    await profile.settle()
  }

  @Test func leavingAScreen() async {
    let store = FeedStore(source: Posts())
    _ = store.items
    store.cancelLoads()
    await store.settle()
    #expect(store.items.isEmpty && store.error != nil)
    await store.loadMore().finish()
    #expect(store.items.count == 20)
  }
}
