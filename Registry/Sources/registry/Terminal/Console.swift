import RegistryOperations

/// Where a command's words go: results to standard output, all else to standard error.
struct Console: Sendable {
  let options: OutputOptions
  let style: Style
  let errorStyle: Style

  init(_ options: OutputOptions, environment: [String: String]) {
    self.options = options
    style = Style(for: .output, environment: environment)
    errorStyle = Style(for: .error, environment: environment)
  }

  /// What was asked for; in words or as JSON, as the person wants it.
  func show(_ document: some Document) throws {
    if options.isJSON {
      Stream.output.write(try document.json())
    } else {
      Stream.output.write(document.text(style: style, width: Stream.output.width))
    }
  }

  /// Something beside the result, which `--quiet` leaves out.
  func note(_ text: String) {
    guard !options.isQuiet else { return }
    Stream.error.write(text.printable + "\n")
  }

  /// Says what is going on while `body` runs, if a person is watching.
  func showingProgress<Result>(
    _ body: (@escaping @Sendable (Progress) -> Void) async throws -> Result
  ) async throws -> Result {
    guard Stream.error.isTerminal, !options.isQuiet else { return try await body { _ in } }
    let bar = ProgressBar(on: .error, style: errorStyle)
    defer { bar.clear() }
    return try await body { bar.update($0) }
  }
}

/// How results are to be shown.
struct OutputOptions: Hashable, Sendable {
  let isJSON: Bool
  let isQuiet: Bool
}
