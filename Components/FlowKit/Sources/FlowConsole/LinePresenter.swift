public import FlowKit

/// Answers questions with lines of text: no cursor, no colour, any terminal or pipe.
public struct LinePresenter: Presenter {
  private let readLine: @Sendable () async throws -> String?
  private let write: @Sendable (String) -> Void

  /// Makes a presenter on a source of lines, which returns nil at its end, and a sink of text.
  ///
  /// A source that waits for a person should throw `CancellationError` when its task is cancelled.
  public init(
    readLine: @escaping @Sendable () async throws -> String?,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.readLine = readLine
    self.write = write
  }

  /// Reads standard input and writes standard output; blocks a thread while it waits for a line, as
  /// a preview may.
  public static let standard = LinePresenter(
    readLine: { Swift.readLine() },
    write: { print($0, terminator: "") }
  )

  public func response(to prompt: Prompt) async throws -> Response {
    if case .page(let page, let waits) = prompt.kind {
      write(PlainText.page(page))
      guard waits else { return .seen }
      write("Press Return to go on. ")
      guard try await readLine() != nil else { throw CancellationError() }
      return .seen
    }
    write(PlainText.question(prompt))
    while true {
      guard let line = try await readLine() else {
        write("\n")
        throw CancellationError()
      }
      do {
        return try prompt.response(reading: line)
      } catch {
        write(PlainText.problem(error))
      }
    }
  }
}

/// Questions and pages as plain text.
///
/// What they say may come from outside: each line is made printable before it is joined to others.
package enum PlainText {
  /// The question with its choices, ready for an answer on the same line.
  package static func question(_ prompt: Prompt) -> String {
    var lines: [String] = []
    if let problem = prompt.problem { lines.append("  \(problem)") }
    lines.append(prompt.title)
    if let detail = prompt.detail { lines.append("  \(detail)") }
    switch prompt.kind {
    case .chooseOne(let choices, let suggested):
      lines += numbered(choices)
      lines.append(hint("a number or a name", suggested: suggested))
    case .chooseSeveral(let choices, let count):
      lines += numbered(choices)
      let bounds = "\(count.lowerBound) to \(min(count.upperBound, choices.count))"
      let labels = choices.filter { prompt.preselected.contains($0.id) }.map(\.label)
      let chosen = labels.isEmpty ? nil : labels.joined(separator: ", ")
      lines.append(hint("\(bounds) numbers or names, separated by commas", suggested: chosen))
    case .quantity(let range, let suggested):
      let bounds = "\(range.lowerBound) to \(range.upperBound)"
      lines.append(hint(bounds, suggested: String(suggested)))
    case .text(let suggested):
      lines.append(hint("a line of text", suggested: suggested))
    case .confirm(let suggested):
      lines.append(hint("yes or no", suggested: suggested ? "yes" : "no"))
    case .page:
      break
    }
    return joined(lines) + "> "
  }

  /// The page's title, its picture's plain form and its lines.
  package static func page(_ page: Page) -> String {
    var lines = [page.title, String(repeating: "=", count: page.title.count)]
    lines += page.picture?.plain ?? []
    let names = page.lines.compactMap { line in
      if case .field(let name, _, _) = line { name.count } else { nil }
    }
    let width = names.max() ?? 0
    for line in page.lines {
      switch line {
      case .text(let text, _): lines.append(text)
      case .field(let name, let value, _):
        let space = String(repeating: " ", count: width - name.count)
        lines.append("\(name)\(space)  \(value)")
      case .gap: lines.append("")
      }
    }
    return joined(lines)
  }

  package static func problem(_ problem: InvalidAnswer) -> String {
    joined(["  \(problem)"]) + "> "
  }

  private static func joined(_ lines: [String]) -> String {
    lines.map { "\($0.printable)\n" }.joined()
  }

  private static func numbered(_ choices: [Choice]) -> [String] {
    let width = String(choices.count).count
    return choices.enumerated().map { index, choice in
      let number = String(index + 1)
      let space = String(repeating: " ", count: width - number.count)
      let detail = choice.detail.map { "  (\($0))" } ?? ""
      return "  \(space)\(number). \(choice.label)\(detail)"
    }
  }

  private static func hint(_ expected: String, suggested: String?) -> String {
    guard let suggested else { return "  [\(expected)]" }
    return "  [\(expected); Return for \(suggested)]"
  }
}
