import FlowKit
import Synchronization
import Testing

@testable import TerminalPresenter

struct NotificationTests {
  @Test(arguments: [
    (["TERM_PROGRAM": "iTerm.app"], "\u{1B}]9;Order A-17 is delivered\u{07}"),
    (
      ["TERM_PROGRAM": "WezTerm", "TERM": "xterm-256color"],
      "\u{1B}]9;Order A-17 is delivered\u{07}"
    ),
    (["KITTY_WINDOW_ID": "1"], "\u{1B}]9;Order A-17 is delivered\u{07}"),
    (["TERM": "foot-extra"], "\u{1B}]777;notify;Order A-17 is delivered;\u{07}"),
    (["TERM": "xterm-256color"], nil), (["TERM": "screen"], nil), ([:], nil),
  ])
  func `a terminal that is known to shows notifications`(
    environment: [String: String],
    command: String?
  ) {
    let notification = DesktopNotification(environment: environment)
    #expect(notification?.command("Order A-17 is delivered") == command)
  }

  @Test func `nothing in a title ends the command`() {
    #expect(DesktopNotification.osc9.command("a\u{07}b\u{1B}c") == "\u{1B}]9;a�b�c\u{07}")
  }

  @Test func `pages of the named keys are notified, and nothing else`() async throws {
    let notified = NotifiedTitles()
    let presenter = NotifyingPresenter(base: SeenPresenter(), keys: ["status"]) { notified.add($0) }
    try await presenter.show(Page(title: "Order A-17 is being cooked", lines: []), key: "status")
    try await presenter.show(Page(title: "Receipt", lines: []), key: "receipt")
    #expect(notified.titles == ["Order A-17 is being cooked"])
  }
}

private final class NotifiedTitles: Sendable {
  private let all = Mutex<[String]>([])

  var titles: [String] { all.withLock(\.self) }

  func add(_ title: String) {
    all.withLock { $0.append(title) }
  }
}

private struct SeenPresenter: Presenter {
  func response(to prompt: Prompt) async throws -> Response { .seen }
}
