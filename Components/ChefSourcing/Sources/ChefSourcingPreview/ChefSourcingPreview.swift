import ChefSourcing
import FlowConsole
import FlowKit
import Foundation
import TerminalPresenter

/// Runs the flow alone, on assignments in memory.
///
/// A link such as `chef/thai?place=old-harbour` stands for what the app would have asked for.
@main
struct ChefSourcingPreview {
  static func main() async {
    await Preview(SourcingFlow.linkExamples[0], describe: summary) {
      try SourcingFlow.standard(
        assignments: InMemoryAssignmentStore(),
        environment: ProcessInfo.processInfo.environment,
        now: { Date() }
      )
    }.runInTerminal()
  }

  @Sendable private static func summary(of assignment: ChefAssignment) -> String {
    "\(assignment.chefName) cooks, \(assignment.distance) away, for \(assignment.fee)"
  }
}
