import AppConsole
import FlowKit
import StatusUpdatesWebhook

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
