public import FlowKit

/// Answers questions with lines of text: no cursor, no colour, any terminal or pipe.
public struct LinePresenter: Presenter {
  private let readLine: @Sendable () -> String?
  private let write: @Sendable (String) -> Void

  /// Makes a presenter on a source of lines, which returns nil at its end, and a sink of text.
  public init(
    readLine: @escaping @Sendable () -> String?,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.readLine = readLine
    self.write = write
  }

  /// Reads standard input and writes standard output.
  public static let standard = LinePresenter(
    readLine: { Swift.readLine() },
    write: { print($0, terminator: "") }
  )

  public func response(to prompt: Prompt) async throws -> Response {
    if case .page(let page, let waits) = prompt.kind {
      write(PlainText.page(page))
      guard waits else { return .seen }
      write("Press Return to go on. ")
      guard readLine() != nil else { throw CancellationError() }
      return .seen
    }
    write(PlainText.question(prompt))
    while true {
      guard let line = readLine() else {
        write("\n")
        throw CancellationError()
      }
      do {
        return try prompt.response(reading: line)
      } catch {
        write("  \(error)\n> ")
      }
    }
  }
}
