import CLibrary
import SystemPackage

/// Files on this machine that git does not store.
package enum LocalFile {
  package enum Kind: String, Sendable {
    case file = "a file"
    case directory = "a folder"
    case link = "a link"
    case other = "a device or pipe"
  }

  /// The kind of the entry at a path, without following links; `nil` if there is none.
  package static func kind(at path: String) -> Kind? {
    FileFacts.of(path)?.kind
  }

  /// Whether a file or folder exists, following links.
  package static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  package static func isExecutable(_ path: String) -> Bool {
    unsafe access(path, X_OK) == 0
  }

  /// Whether files can be put into a folder and taken out of it.
  package static func isWritable(_ folder: String) -> Bool {
    unsafe access(folder, W_OK | X_OK) == 0
  }

  /// The content of a file; `nil` if there is none.
  package static func read(_ path: String) throws(OperationError) -> [UInt8]? {
    try readWithFacts(path)?.content
  }

  /// The same, with the metadata of the file that was read.
  package static func readWithFacts(
    _ path: String
  ) throws(OperationError) -> (facts: FileFacts, content: [UInt8])? {
    let file: FileDescriptor
    do {
      file = try unsafe FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    } catch let error as Errno {
      if error == .noSuchFileOrDirectory || error == .notDirectory { return nil }
      throw OperationError(error, "cannot open '\(path)'")
    } catch {
      throw OperationError(.inputOutput, "cannot open '\(path)': \(error)")
    }
    defer { try? file.close() }
    return try OperationError.during("cannot read '\(path)'") {
      let facts = try FileFacts.of(file)
      var content = [UInt8](repeating: 0, count: facts.size + 1)
      var filled = 0
      while true {
        let count = try unsafe content.withUnsafeMutableBytes { bytes in
          try unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
        }
        if count == 0 { break }
        filled += count
        if filled == content.count { content.append(contentsOf: repeatElement(0, count: filled)) }
      }
      content.removeLast(content.count - filled)
      return (facts, content)
    }
  }

  /// The target of a link, as bytes.
  package static func linkTarget(_ path: String) throws(OperationError) -> [UInt8] {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe target.withUnsafeMutableBytes { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { text in
        unsafe text.baseAddress.map { unsafe readlink(path, $0, text.count) } ?? -1
      }
    }
    guard count >= 0 else {
      throw OperationError(SystemCall.error, "cannot read the link '\(path)'")
    }
    return Array(target[..<count])
  }
}
