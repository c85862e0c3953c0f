import Errors
import GitValues

/// What a commit says, without its tree and parents and without what is true of it alone, such as a
/// signature.
struct CommitBody: Sendable {
  /// From `author` on.
  private let bytes: [UInt8]

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// - Returns: `nil` for bytes that are not a commit's, or in an encoding of their own.
  init?(of commit: UnsafeRawBufferPointer) {
    guard let start = unsafe Self.find("author ", in: commit, from: 0) else { return nil }
    guard let second = unsafe Self.endOfLine(in: commit, from: start),
      let end = unsafe Self.endOfLine(in: commit, from: second)
    else { return nil }
    var line = end
    while line < commit.count, unsafe commit[line] != UInt8(ascii: "\n") {
      if unsafe Self.starts(with: "encoding ", in: commit, at: line) { return nil }
      guard let next = unsafe Self.endOfLine(in: commit, from: line) else { return nil }
      line = next
    }
    unsafe bytes = Array(commit[start..<end]) + Array(commit[line...])
  }

  /// The same of a commit in any encoding.
  init(_ commit: Commit) throws(OperationError) {
    let author = try commit.author.line()
    let committer = try commit.committer.line()
    bytes = Array("author \(author)\ncommitter \(committer)\n\n\(commit.message)".utf8)
  }

  /// A whole commit with another tree and other parents.
  func commit(tree: ObjectID, parents: [ObjectID]) -> [UInt8] {
    let head = "tree \(tree)\n" + parents.map { "parent \($0)\n" }.joined()
    return Array(head.utf8) + bytes
  }

  static func id(of commit: [UInt8]) -> ObjectID {
    Repository.objectID(of: commit, as: .commit)
  }

  /// The line that starts with `text`, among those of the head.
  private static func find(
    _ text: StaticString,
    in bytes: UnsafeRawBufferPointer,
    from start: Int
  ) -> Int? {
    var line = start
    while line < bytes.count, unsafe bytes[line] != UInt8(ascii: "\n") {
      if unsafe starts(with: text, in: bytes, at: line) { return line }
      guard let next = unsafe endOfLine(in: bytes, from: line) else { return nil }
      line = next
    }
    return nil
  }

  /// Behind the break of the line.
  private static func endOfLine(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var place = start
    while place < bytes.count {
      if unsafe bytes[place] == UInt8(ascii: "\n") { return place + 1 }
      place += 1
    }
    return nil
  }

  private static func starts(
    with text: StaticString,
    in bytes: UnsafeRawBufferPointer,
    at place: Int
  ) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    for offset in 0..<count where unsafe bytes[place + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }
}
