/// A parser that is given made-up input: it may refuse the input, but must not crash, nor give a result
/// that contradicts itself.
enum FuzzTarget: String, CaseIterable, Sendable {
  case archive
  case form
  case headers
  case json
  case manifest
  case markdown
  case objects
  case patterns
  case text
  case version

  /// Reads the input once; stops the process if a result is not as it has to be.
  func run(_ input: UnsafeBufferPointer<UInt8>) {
    switch self {
    case .archive: FuzzArchive.run(input)
    case .form: FuzzForm.run(input)
    case .headers: FuzzHeaders.run(input)
    case .json: FuzzJSON.run(input)
    case .manifest: FuzzManifest.run(input)
    case .markdown: FuzzMarkdown.run(input)
    case .objects: FuzzObjects.run(input)
    case .patterns: FuzzPatterns.run(input)
    case .text: FuzzText.run(input)
    case .version: FuzzVersion.run(input)
    }
  }
}
