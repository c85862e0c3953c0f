package import Errors
package import Files
package import Git

extension LocalFile {
  /// The mode that git would give to a file or a link; `nil` if there is neither.
  package static func storedMode(_ path: String) -> FileMode? {
    switch kind(at: path) {
    case .file: isExecutable(path) ? .executable : .file
    case .link: .link
    case .directory, .other, nil: nil
    }
  }

  /// A file or a link with its bytes before git's filters; `nil` if there is neither.
  package static func stored(_ path: String) throws(OperationError) -> (
    mode: FileMode, content: [UInt8]
  )? {
    guard let mode = storedMode(path) else { return nil }
    if mode == .link { return (mode, try linkTarget(path)) }
    return try read(path).map { (mode, $0) }
  }
}
