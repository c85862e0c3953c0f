package import Base

/// The content of a commit or a tag, which a signature may be added to before it is stored.
package struct ObjectText: Hashable, Sendable {
  let kind: ObjectKind
  /// The lines before the message.
  private let head: [String]
  private let message: String

  init(_ kind: ObjectKind, head: [String], message: String) {
    (self.kind, self.head, self.message) = (kind, head, message)
  }

  /// What a signature is made of.
  package var bytes: [UInt8] { bytes(head, message) }

  /// A commit has its signature in its head, a tag behind its message.
  func bytes(signedBy signature: String) -> [UInt8] {
    if kind == .tag { return bytes(head, message + signature) }
    let lines = signature.split(separator: "\n", omittingEmptySubsequences: false)
    let last = lines.lastIndex { !$0.isEmpty } ?? lines.startIndex
    return bytes(head + ["gpgsig " + lines[...last].joined(separator: "\n ")], message)
  }

  private func bytes(_ head: [String], _ message: String) -> [UInt8] {
    Array((head.joined(separator: "\n") + "\n\n" + message).utf8)
  }
}

extension Repository {
  /// Stores a commit or tag that no reference leads to yet.
  ///
  /// - Parameter signature: As the program printed that made it, with its last line's end.
  package func write(
    _ text: ObjectText,
    signature: String? = nil
  ) throws(OperationError) -> ObjectID {
    // Written here, since the library's own functions do not say why they could not write.
    let id = try writeObject(signature.map(text.bytes(signedBy:)) ?? text.bytes, text.kind)
    // This libgit2 reports success where the disk is full.
    guard contains(id) else { throw missing(id, text.kind) }
    return id
  }
}
