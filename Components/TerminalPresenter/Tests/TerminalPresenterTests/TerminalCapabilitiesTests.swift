import FlowConsole
import FlowKit
import FlowTesting
import Testing

@testable import TerminalPresenter

struct TerminalCapabilitiesTests {
  private let terminal: PseudoTerminal
  private let pipe: Pipe

  init() throws {
    terminal = try PseudoTerminal()
    pipe = try Pipe(containing: "")
  }

  private func capabilities(
    _ environment: [String: String],
    input: Int32,
    outputs: [Int32]
  ) -> TerminalCapabilities {
    TerminalCapabilities(environment: environment, input: input, outputs: outputs)
  }

  @Test func `a terminal on both sides shows screens`() {
    let tty = terminal.device.input
    let capabilities = capabilities(
      ["TERM": "xterm-256color", "LANG": "C.UTF-8"],
      input: tty,
      outputs: [tty]
    )
    #expect(capabilities.interaction == .screens)
    #expect(capabilities.guide == StyleGuide(depth: .palette, usesUnicode: true))
    #expect(capabilities.device.size == WindowSize(columns: 60, rows: 16))
    #expect(capabilities.makePresenter() is ScreenPresenter)
  }

  @Test(arguments: [["TERM": "dumb"], ["TERM": ""], [:]])
  func `a terminal that cannot move its cursor is asked line by line`(
    environment: [String: String]
  ) {
    let tty = terminal.device.input
    let capabilities = capabilities(environment, input: tty, outputs: [tty])
    #expect(capabilities.interaction == .lines)
    #expect(capabilities.guide == .plain)
    #expect(capabilities.makePresenter() is LinePresenter)
  }

  @Test func `questions go to the first output that is a terminal`() {
    let tty = terminal.device.input
    let capabilities = capabilities(["TERM": "xterm"], input: tty, outputs: [pipe.readEnd, tty])
    #expect(capabilities.interaction == .screens)
    #expect(capabilities.device.output == tty)
  }

  @Test func `without a terminal on either side nobody is asked`() {
    let tty = terminal.device.input
    let term = ["TERM": "xterm"]
    let noInput = capabilities(term, input: pipe.readEnd, outputs: [tty])
    #expect(noInput.interaction == .none)
    #expect(noInput.makePresenter() == nil)
    #expect(capabilities(term, input: tty, outputs: [pipe.readEnd]).interaction == .none)
  }

  @Test func `a window of unknown size counts as 80 by 24`() {
    #expect(TerminalDevice(input: -1, output: -1).size == WindowSize(columns: 80, rows: 24))
  }
}

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
  private let all = Locked<[String]>([])

  var titles: [String] { all.withLock(\.self) }

  func add(_ title: String) {
    all.withLock { $0.append(title) }
  }
}

private struct SeenPresenter: Presenter {
  func response(to prompt: Prompt) async throws -> Response { .seen }
}
