import AppConsole
import ArgumentParser
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
    let report = try await app.sendUpdates()
    let invocation = session.console.invocation
    try session.console.print(
      UpdatesDocument(report),
      or: .updates(report, advising: invocation)
    )
    guard retry, !report.isClear else { return }
    throw Trouble(
      .updatesWaiting,
      "not all status updates were delivered: \(report)",
      help: "\(invocation.command("updates")) shows them"
    )
  }
}
