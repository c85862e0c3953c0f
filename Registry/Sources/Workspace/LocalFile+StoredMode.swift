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
}
