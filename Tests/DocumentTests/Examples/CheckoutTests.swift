import FeedTesting
import TestWatch
import Testing

@Suite("The checkout of Docs/Testing.md", .watched)
struct CheckoutExamples {
  @Test func itsErrorIsFound() {
    let result = Explorer(CheckoutModel(), laws: CheckoutModel.laws).run()
    #expect(
      result.failure == """
        broken after 2 steps: can cancel
        A purchase can be cancelled until it is paid.
          # at first:
          #   checkout.phase  .open
          #   checkout.tries  0
          #   requests        []
          #   payments        0
          .submit
          #   checkout.phase  .open → .paying(1)
          #   checkout.tries  0 → 1
          #   requests        [] → [1]
          .timeUp(0)
          #   checkout.phase  .paying(1) → .timedOut
          #   requests        [1] → []
          # from here on the end is out of reach:
          #   checkout.phase  .timedOut
          #   checkout.tries  1
          #   requests        []
          #   payments        0
          .cancel
          #   ignored  .notNow

        """)
  }

  @Test func withoutTheErrorEveryLawHolds() {
    let model = CheckoutModel(machine: Checkout(cancelsAfterTimeout: true))
    let result = Explorer(model, laws: CheckoutModel.laws).run()
    print(result)  // 10 states, 19 transitions, depth 4, everything visited
    let trail = Walk(model, laws: CheckoutModel.laws, seed: 1, steps: 100).run()
    print(trail)  // seed 1, 100 steps, 41 restarts
    #expect("\(result)" == "10 states, 19 transitions, depth 4, everything visited")
    #expect("\(trail)" == "seed 1, 100 steps, 41 restarts")
  }
}
