import FeedModel
import FeedReducer
import FeedTesting

/// A transition of the right feed that was accepted. A mutation changes its result.
struct Outcome {
  let action: ModelFeed.Action
  let before: ModelFeed.State
  var after: ModelFeed.State
  var effects: [ModelFeed.Effect]
}

extension ModelMachine {
  /// A feed that receives other actions than those that were sent.
  static func receiving(
    _ feed: ModelFeed,
    by change: @escaping @Sendable (ModelFeed.Action, ModelFeed.State) -> ModelFeed.Action
  ) -> ModelMachine {
    ModelMachine { state, action in feed.reduceUnchecked(into: &state, change(action, state)) }
  }

  /// A feed that ignores every action for which `refusal` returns a reason.
  static func refusing(
    _ feed: ModelFeed,
    by refusal: @escaping @Sendable (ModelFeed.Action, ModelFeed.State) -> FeedRefusal?
  ) -> ModelMachine {
    ModelMachine { state, action in
      if let refusal = refusal(action, state) { return .ignored(refusal) }
      return feed.reduceUnchecked(into: &state, action)
    }
  }

  /// A feed whose state is changed before each action. An ignored action undoes the change.
  static func prepared(
    _ feed: ModelFeed,
    by change: @escaping @Sendable (ModelFeed.Action, inout ModelFeed.State) -> Void
  ) -> ModelMachine {
    ModelMachine { state, action in
      let before = state
      change(action, &state)
      let reaction = feed.reduceUnchecked(into: &state, action)
      if reaction.refusal != nil { state = before }
      return reaction
    }
  }

  /// A feed whose state and effects are changed after each accepted action.
  static func amended(
    _ feed: ModelFeed, by change: @escaping @Sendable (inout Outcome) -> Void
  ) -> ModelMachine {
    ModelMachine { state, action in
      let before = state
      let reaction = feed.reduceUnchecked(into: &state, action)
      guard case .accepted(let effects) = reaction else { return reaction }
      var outcome = Outcome(action: action, before: before, after: state, effects: effects)
      change(&outcome)
      state = outcome.after
      return .accepted(outcome.effects)
    }
  }

  /// A feed that leaves some actions, or all, to a feed with other settings.
  static func replaced(
    _ feed: ModelFeed, by other: ModelFeed,
    where isWrong: @escaping @Sendable (ModelFeed.Action) -> Bool = { _ in true }
  ) -> ModelMachine {
    ModelMachine { state, action in
      (isWrong(action) ? other : feed).reduceUnchecked(into: &state, action)
    }
  }
}

extension Feed {
  /// A copy with the given settings replaced.
  func with(
    prefetchDistance: Int? = nil, refreshMode: RefreshMode? = nil, retry: RetryPolicy? = nil,
    maxEmptyPages: Int? = nil
  ) -> Feed {
    Feed(
      pageSize: pageSize, prefetchDistance: prefetchDistance ?? self.prefetchDistance,
      refreshMode: refreshMode ?? self.refreshMode, retry: retry ?? self.retry,
      maxEmptyPages: maxEmptyPages ?? self.maxEmptyPages, maxItems: maxItems, edits: edits,
      snapshotAgeLimit: snapshotAgeLimit)
  }
}

extension Feed.Action {
  /// The page, if this is an arriving page.
  var page: Feed.Page? {
    if case .pageLoaded(_, let page) = self { page } else { nil }
  }

  /// The same answer with a changed page. Other actions stay as they are.
  func changing(_ change: (inout Feed.Page) -> Void) -> Feed.Action {
    guard case .pageLoaded(let ticket, var page) = self else { return self }
    change(&page)
    return .pageLoaded(ticket: ticket, page: page)
  }
}

extension Feed.Effect {
  var isCancel: Bool {
    if case .cancel = self { true } else { false }
  }

  var isLoad: Bool {
    if case .load = self { true } else { false }
  }
}
