import Base

/// What a commit says, without its tree and parents and without what is true of it alone, such as a
/// signature.
struct CommitBody: Sendable {
  /// From `author` on.
  private let bytes: [UInt8]

  /// - Returns: `nil` for bytes that are not a commit's, or in an encoding of their own.
  init?(of commit: UnsafeRawBufferPointer) {
    guard let body = unsafe CommitHead(commit).body else { return nil }
    bytes = body
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
}
