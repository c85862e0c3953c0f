import Git

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

extension LocalFile {
  /// The mode that git would give to a file or a link; nothing for anything else, and where nothing
  /// is.
  static func storedMode(_ path: String) -> FileMode? {
    switch kind(at: path) {
    case .file: access(path, X_OK) == 0 ? .executable : .file
    case .link: .link
    case .directory, .other, nil: nil
    }
  }

  /// A file or a link with its own bytes, whatever git's filters would make of them; nothing for
  /// anything else, and where nothing is.
  static func stored(_ path: String) throws(OperationError) -> (mode: FileMode, content: [UInt8])? {
    guard let mode = storedMode(path) else { return nil }
    if mode == .link { return (mode, try linkTarget(path)) }
    return try read(path).map { (mode, $0) }
  }

  private static func linkTarget(_ path: String) throws(OperationError) -> [UInt8] {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = target.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { readlink(path, $0, text.count) } ?? -1
      }
    }
    guard count >= 0 else { throw failure("cannot read the link '\(path)'") }
    return Array(target[..<count])
  }
}
