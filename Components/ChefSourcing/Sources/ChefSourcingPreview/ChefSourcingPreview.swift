import ChefSourcing
import FlowConsole
import FlowKit
import Foundation
import TerminalPresenter

/// Runs the flow alone, on offers in memory that simulated kitchens answer.
@main
struct ChefSourcingPreview {
  static func main() async {
    await Preview("chef/thai?order=preview-1", describe: summary) {
      try SourcingFlow.standard(
        offers: .inMemory(),
        isSimulated: true,
        environment: ProcessInfo.processInfo.environment,
        now: { Date() }
      )
    }.runInTerminal()
  }

  @Sendable private static func summary(of assignment: ChefAssignment) -> String {
    "\(assignment.chefName) cooks, \(assignment.distance) away, for \(assignment.fee)"
  }
}
