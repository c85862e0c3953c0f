import AppConsole
import ArgumentParser
import StatusUpdatesWebhook

struct UpdatesCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "updates",
    abstract: "Show status updates that have not reached the webhook, and send those that are due."
  )

  @OptionGroup var options: AppOptions

  @Flag(help: "Send failed updates again.")
  var retry = false

  func run(in session: AppSession) async throws {
    try await session.withApp { app in
      if retry {
        try app.requireWebhook()
        _ = try await app.webhook.retryGivenUp()
      }
      let report = try await app.webhook.dispatch()
      try session.console.print(UpdatesDocument(report), or: report.page)
      guard retry, !report.isClear else { return }
      throw Trouble(
        .updatesWaiting,
        "not all status updates were delivered: \(report)",
        help: "'cookr updates' shows them"
      )
    }
  }
}
