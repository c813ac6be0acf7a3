/// Says for each effect of a machine what a runner is to do.
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
  /// What the machine wants done.
  associatedtype Effect

  /// What can happen to the machine.
  associatedtype Action

  /// Returns the work for `effect`. Called once for each effect, in order, on the store's actor.
  func work(for effect: Effect) -> Work<Action>
}
