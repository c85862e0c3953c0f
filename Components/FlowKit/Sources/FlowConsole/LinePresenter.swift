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
