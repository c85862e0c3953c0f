import FlowKit
import StatusUpdatesInterface
import StatusUpdatesWebhook

extension DispatchReport {
  /// How things stand with the webhook, as a person reads it.
  var page: Page {
    var lines: [Page.Line] = [
      .field("Delivered", "\(delivered) just now"),
      .field("Waiting", "\(waiting)", role: waiting > 0 ? .warning : .plain),
      .field("Given up", "\(givenUp)", role: givenUp > 0 ? .failure : .plain),
    ]
    if let problem { lines.append(.field("Why", problem)) }
    if givenUp > 0 {
      lines.append(.text("'cookr updates --retry' sends them again.", role: .muted))
    }
    return Page(title: "Status updates", lines: lines)
  }
}
