/// How a machine answered an action.
public enum Reaction<Effect: Equatable, Refusal: Equatable>: Equatable {
  /// The action counted. Its effects follow, in order; there may be none.
  case accepted([Effect])

  /// The action changed nothing, for the reason given.
  case ignored(Refusal)
}

extension Reaction: Sendable where Effect: Sendable, Refusal: Sendable {}

extension Reaction {
  /// The effects to carry out, in order. Empty when the action was ignored.
  public var effects: [Effect] {
    switch self {
    case .accepted(let effects): effects
    case .ignored: []
    }
  }

  /// Why the action was ignored, or nil if it was not.
  public var refusal: Refusal? {
    switch self {
    case .accepted: nil
    case .ignored(let refusal): refusal
    }
  }

  /// Returns the reaction with each effect and the refusal put in a bigger machine's terms.
  ///
  /// A machine that owns a smaller one calls its `reduce` and maps what comes back:
  ///
  /// ```swift
  /// home.reduce(into: &state.home, action)
  ///   .map(effect: { .home(effect: $0) }, refusal: { .home(refusal: $0) })
  /// ```
  ///
  /// - Complexity: O(*n*) in the number of effects.
  public func map<NewEffect, NewRefusal>(
    effect: (Effect) -> NewEffect, refusal: (Refusal) -> NewRefusal
  ) -> Reaction<NewEffect, NewRefusal> {
    switch self {
    case .accepted(let effects): .accepted(effects.map(effect))
    case .ignored(let reason): .ignored(refusal(reason))
    }
  }
}
