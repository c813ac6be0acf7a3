/// Returns the work for each effect of a machine. Stores call it.
///
/// ```swift
/// struct Greeter: EffectHandler {
///   func work(for effect: Greeting.Effect) -> Work<Greeting.Action> {
///     switch effect {
///     case .ask(let ticket): .run(id: WorkID(ticket), operation: .concurrent { await ask() })
///     }
///   }
/// }
/// ```
public protocol EffectHandler<Effect, Action> {
  /// The effects of the machine.
  associatedtype Effect

  /// The actions of the machine.
  associatedtype Action

  /// Returns the work for `effect`. Called once for each effect, in order, on the store's actor.
  func work(for effect: Effect) -> Work<Action>
}
