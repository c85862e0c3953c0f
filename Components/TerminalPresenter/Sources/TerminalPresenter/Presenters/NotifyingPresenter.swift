import FlowKit

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

  /// The bytes that show a text.
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
