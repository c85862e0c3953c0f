import Git

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

extension LocalFile {
  /// A file or a link as git would store it; nothing for anything else, and where nothing is.
  static func stored(_ path: String) throws(OperationError) -> (mode: FileMode, content: [UInt8])? {
    switch kind(at: path) {
    case .file:
      guard let content = try read(path) else { return nil }
      return (access(path, X_OK) == 0 ? .executable : .file, content)
    case .link:
      return (.link, try linkTarget(path))
    case .directory, .other, nil:
      return nil
    }
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
