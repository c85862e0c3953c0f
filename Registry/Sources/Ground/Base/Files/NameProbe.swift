import CLibrary
import SystemPackage

/// Asks a file system which names it can hold, and tell apart, with empty files in a folder of its
/// own.
///
/// Systems differ in letters' case, in forms of Unicode and in lengths, and some leave it to the
/// folder.
package struct NameProbe {
  /// The reason why a folder cannot hold a name beside others.
  package enum Fault: Equatable, Sendable {
    /// The system refuses the name, for this reason.
    case refused(String)
    /// The name leads to the file of the name at this index.
    case same(as: Int)
  }

  private let folder: String

  /// - Parameter folder: It is made and removed, with all that is in it.
  package init(folder: String) {
    self.folder = folder
  }

  /// The first of the names that the folder cannot hold beside those before it.
  package func fault(among names: [[UInt8]]) throws(OperationError) -> (index: Int, fault: Fault)? {
    try LocalFile.removeAll(folder)
    try LocalFile.makeDirectories(folder)
    defer { unsafe rmdir(folder) }
    for (index, name) in names.enumerated() {
      if let error = make([name]) {
        return (index, .refused(error.description.lowercased()))
      }
      for other in names.indices.prefix(index) where make([names[other], name]) != nil {
        return (index, .same(as: other))
      }
    }
    return nil
  }

  /// Makes the files and removes them, and returns the error of the first one that cannot be made.
  private func make(_ names: [[UInt8]]) -> Errno? {
    var made: [[UInt8]] = []
    defer { for name in made { unsafe withPath(of: name) { _ = unsafe unlink($0) } } }
    for name in names {
      let file = unsafe withPath(of: name) {
        unsafe open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      }
      guard file >= 0 else { return SystemCall.error }
      close(file)
      made.append(name)
    }
    return nil
  }

  /// Lends the path of a file whose name may not be UTF-8.
  private func withPath<Result>(
    of name: [UInt8],
    _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    let path = (Array("\(folder)/".utf8) + name).map(CChar.init(truncatingIfNeeded:)) + [0]
    return unsafe path.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else {
        fatalError("the path ends with a zero, and so has a first byte")
      }
      return unsafe body(start)
    }
  }
}
