import FeedReducer
import FeedSpec
import FeedTesting

// Steps as the commands of a script that `feed-repl run` accepts.
extension SimulatedFeed {
  /// The commands that configure the feed.
  package var preamble: [String] {
    ["# \(scenario.name): \(scenario.summary)"] + scenario.feed.commands
  }

  /// Returns the command for a step, or a comment if the step sends no action.
  package func line(for step: SimulationStep, at state: SimulationState) -> String {
    var after = state
    change(step, isSent: false, in: &after)
    let line = action(for: step, at: after)?.command ?? "# nothing"
    return switch step {
    case .insert(let index): "# the server adds a row in front of its row \(index)"
    case .remove(let index): "# the server takes away its row \(index)"
    case .update(let index): "# the server changes its row \(index)"
    case .serve(let index): "# the server carries out edit \(ticket(ofWork: index, in: state))"
    case .restart: "goto 0  # the program is quit and started again"
    case .answerLate, .failLate: line + "  # late: it had ended"
    case .answer(_, .early): line + "  # as it was when it was asked for"
    default: line
    }
  }

  private func ticket(ofWork index: Int, in state: SimulationState) -> String {
    index < state.inFlight.count ? "\(state.inFlight[index].ticket)" : "(none)"
  }
}
