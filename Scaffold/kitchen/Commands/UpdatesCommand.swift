import AppConsole
import ArgumentParser
import FlowKit
import StatusUpdates
import StatusUpdatesWebhook

struct UpdatesCommand: KitchenSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "updates",
    abstract: "Send the status updates that are due to the webhook, and show those that wait."
  )

  @OptionGroup var options: KitchenOptions

  @Flag(help: "Send failed updates again.")
  var retry = false

  func run(in session: KitchenSession) async throws {
    let app = try session.makeApp()
    if retry { try await app.retryUpdates() }
    let report = try await app.webhook.dispatch()
    let invocation = session.console.invocation
    try session.console.print(
      ["schema": 1, "updates": report.document],
      or: .updates(report, advising: invocation)
    )
    guard retry, !report.isClear else { return }
    throw CommandError(
      .updatesWaiting,
      "not all status updates were delivered: \(report)",
      help: "\(invocation.command("updates")) shows them"
    )
  }
}

extension Page {
  /// How many status updates have reached the webhook, and how many have not.
  static func updates(_ report: DispatchReport, advising invocation: Invocation) -> Page {
    var lines: [Page.Line] = [
      .field("Delivered", "\(report.delivered) just now"),
      .field("Waiting", "\(report.waiting)", role: report.waiting > 0 ? .warning : .plain),
      .field("Given up", "\(report.givenUp)", role: report.givenUp > 0 ? .failure : .plain),
    ]
    if let problem = report.problem { lines.append(.field("Why", problem)) }
    if report.givenUp > 0 {
      let way = invocation.command("updates --retry")
      lines.append(.text("\(way) sends them again.", role: .muted))
    }
    return Page(title: "Status updates", lines: lines)
  }
}

extension DispatchReport {
  fileprivate var document: Document {
    [
      "delivered": delivered, "waiting": waiting, "givenUp": givenUp, "problem": problem,
      "nextAttempt": nextAttempt,
    ]
  }
}
