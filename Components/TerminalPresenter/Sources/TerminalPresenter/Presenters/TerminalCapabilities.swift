public import FlowConsole
public import FlowKit
import Foundation

/// What the streams of this process can do, and so how its questions reach a person.
public struct TerminalCapabilities: Sendable {
  public enum Interaction: Sendable, Hashable {
    /// With screens that are drawn in place.
    case screens
    /// Line by line, on a terminal that cannot move its cursor.
    case lines
    /// Not at all: no terminal on the input, or none to write to.
    case none
  }

  /// How a person can be asked here.
  public let interaction: Interaction
  let device: TerminalDevice
  let guide: StyleGuide
  private let notification: DesktopNotification?

  /// Looks at the environment and the streams.
  ///
  /// - Parameters:
  ///   - input: where questions are answered.
  ///   - outputs: where questions may be written, in order of preference; the first that is a terminal
  ///     is taken, so that questions still reach a person whose standard output goes into a file.
  public init(
    environment: [String: String],
    input: Int32 = 0,
    outputs: [Int32] = [1, 2]
  ) {
    let output = outputs.first { isatty($0) == 1 }
    device = TerminalDevice(input: input, output: output ?? STDERR_FILENO)
    guide = StyleGuide(
      depth: ColourDepth(environment: environment, isTerminal: output != nil),
      usesUnicode: Symbols.usesUnicode(environment: environment)
    )
    notification = output == nil ? nil : DesktopNotification(environment: environment)
    if output == nil || isatty(input) != 1 {
      interaction = .none
    } else {
      let term = environment["TERM"] ?? ""
      interaction = term.isEmpty || term == "dumb" ? .lines : .screens
    }
  }

  /// The presenter for a person at this terminal, which shows the pages of some keys as notifications
  /// on the desktop too, if the terminal is known to do that; `nil` where there is no person.
  public func makePresenter(notifying keys: Set<String>) -> (any Presenter)? {
    guard let presenter = makePresenter(), let notification else { return makePresenter() }
    return NotifyingPresenter(base: presenter, keys: keys) { [device] title in
      // A terminal that is gone has shown the page to nobody either.
      try? device.write(notification.command(title))
    }
  }

  /// The presenter for a person at this terminal; nil where there is none.
  public func makePresenter() -> (any Presenter)? {
    switch interaction {
    case .none: nil
    case .screens: ScreenPresenter(device, guide: guide)
    case .lines:
      LinePresenter(
        readLine: { [lines = LineInput(device.input)] in try await lines.next()?.text },
        write: { [device] text in
          let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
          // A terminal that is gone also ends the input, and with it the question.
          try? device.write(lines.map { String($0).printable }.joined(separator: "\n"))
        }
      )
    }
  }

  /// The page as text, with the styles that this output shows.
  public func text(of page: Page) -> String {
    let width = guide.depth == .none ? Self.widthOfFiles : device.size.columns
    return PageLayout(guide: guide, width: width).lines(page)
      .map { $0.rendered(at: guide.depth) + "\n" }
      .joined()
  }

  /// A line of text with a label before it, such as "error: ", in the label's style.
  public func line(_ text: String, labelled label: String, _ part: StyleGuide.Part) -> String {
    StyledLine(label, guide.style(part)).appending(text).rendered(at: guide.depth) + "\n"
  }

  /// How many columns a page takes where nothing says how wide it is shown.
  private static let widthOfFiles = 100
}

/// How a terminal shows a notification on the desktop, for those that are known to.
enum DesktopNotification: Hashable {
  /// Operating system command 9: iTerm2, WezTerm, Ghostty, kitty.
  case osc9
  /// Operating system command 777: foot, rxvt-unicode.
  case osc777

  /// Knows the terminal by its environment; `nil` for one that might print the command instead.
  init?(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    if ["iTerm.app", "WezTerm", "ghostty"].contains(environment["TERM_PROGRAM"] ?? "")
      || environment["KITTY_WINDOW_ID"] != nil
    {
      self = .osc9
    } else if term.hasPrefix("foot") || term.hasPrefix("rxvt-unicode") {
      self = .osc777
    } else {
      return nil
    }
  }

  func command(_ text: String) -> String {
    let text = text.printable
    return switch self {
    case .osc9: "\u{1B}]9;\(text)\u{07}"
    case .osc777: "\u{1B}]777;notify;\(text.replacing(";", with: ","));\u{07}"
    }
  }
}

/// Shows what another presenter does, and some pages as notifications on the desktop too.
struct NotifyingPresenter: Presenter {
  let base: any Presenter
  let keys: Set<String>
  let notify: @Sendable (String) -> Void

  func response(to prompt: Prompt) async throws -> Response {
    let response = try await base.response(to: prompt)
    if case .page(let page, _) = prompt.kind, keys.contains(prompt.key) { notify(page.title) }
    return response
  }
}

extension Preview {
  /// Runs the flow as an app does: with screens at a terminal, line by line elsewhere, and cancelled by
  /// Ctrl-C.
  ///
  /// Ends the process with status 1 if the flow fails.
  public func runInTerminal() async {
    let preview = self
    let hasSucceeded = try? await Interruption.scope {
      await preview.run(on: previewPresenter()) { print($0) }
    }
    if hasSucceeded == false { exit(1) }
  }
}

/// The presenter of a preview: that of the apps at a terminal, line by line elsewhere.
private func previewPresenter() -> any Presenter {
  let terminal = TerminalCapabilities(environment: ProcessInfo.processInfo.environment)
  return terminal.makePresenter() ?? LinePresenter.standard
}
