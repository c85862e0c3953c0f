package import Base
private import CGit2

extension Repository {
  /// Reads a commit.
  ///
  /// - Throws: ``OperationError`` if the repository lacks the object, or if it is not a commit.
  package func commit(_ id: ObjectID) throws(OperationError) -> Commit {
    var raw = id.raw
    let commit: Handle
    do throws(OperationError) {
      commit = try unsafe Handle(freedBy: { unsafe git_commit_free($0) }) {
        unsafe git_commit_lookup($0, pointer, &raw)
      }
    } catch  where error.code == .notFound {
      throw missing(id, .commit)
    }
    guard let tree = unsafe git_commit_tree_id(commit.pointer),
      let author = unsafe git_commit_author(commit.pointer),
      let committer = unsafe git_commit_committer(commit.pointer),
      let message = unsafe git_commit_message(commit.pointer)
    else { throw OperationError(.corrupt, "the commit '\(id)' is damaged") }
    let encoding = unsafe git_commit_message_encoding(commit.pointer)
    var parents: [ObjectID] = []
    for index in 0..<(unsafe git_commit_parentcount(commit.pointer)) {
      if let parent = unsafe git_commit_parent_id(commit.pointer, index) {
        parents.append(unsafe ObjectID(parent.pointee))
      }
    }
    return unsafe Commit(
      id: id,
      tree: ObjectID(tree.pointee),
      parents: parents,
      author: Signature(author, encoding: encoding),
      committer: Signature(committer, encoding: encoding),
      message: RecordedText.decode(message, encoding: encoding)
    )
  }

  /// Stores a commit that no reference leads to yet.
  ///
  /// - Parameter isForAnother: Whether it is for another repository, which alone needs its parents.
  package func writeCommit(
    tree: ObjectID,
    parents: [ObjectID],
    author: Signature,
    committer: Signature,
    message: String,
    isForAnother: Bool = false
  ) throws(OperationError) -> ObjectID {
    try write(
      commitText(
        tree: tree,
        parents: parents,
        author: author,
        committer: committer,
        message: message,
        isForAnother: isForAnother
      )
    )
  }

  /// A commit that is not stored yet.
  package func commitText(
    tree: ObjectID,
    parents: [ObjectID],
    author: Signature,
    committer: Signature,
    message: String,
    isForAnother: Bool = false
  ) throws(OperationError) -> ObjectText {
    try refuseNul(in: message)
    let needed = isForAnother ? [] : parents
    for (id, kind) in [(tree, ObjectKind.tree)] + needed.map({ ($0, .commit) }) {
      let known = id == .emptyTree ? kind : try header(of: id)?.kind
      guard known == kind else { throw missing(id, kind) }
    }
    var head = ["tree \(tree)"] + parents.map { "parent \($0)" }
    head.append("author \(try author.line())")
    head.append("committer \(try committer.line())")
    return ObjectText(.commit, head: head, message: message)
  }

  /// The commit that a person names, such as `HEAD~2`, `main` or a tag.
  package func commit(named revision: String) throws(OperationError) -> ObjectID {
    try refuseNul(in: revision)
    do throws(OperationError) {
      let named = try unsafe Handle(freedBy: { unsafe git_object_free($0) }) {
        unsafe git_revparse_single($0, pointer, revision)
      }
      let commit = try unsafe Handle(freedBy: { unsafe git_object_free($0) }) {
        unsafe git_object_peel($0, named.pointer, GIT_OBJECT_COMMIT)
      }
      return unsafe ObjectID(git_object_id(commit.pointer).pointee)
    } catch {
      throw OperationError(
        error.code,
        "unknown revision '\(revision)'",
        help: isShallow
          ? helpForMissing
          : "name a commit, a branch or a tag that is here, such as 'HEAD~1' or 'origin/main'"
      )
    }
  }
}

/// A commit as it is recorded.
package struct Commit: Hashable, Sendable {
  package let id: ObjectID
  package let tree: ObjectID
  package let parents: [ObjectID]
  package let author: Signature
  package let committer: Signature
  /// The message, decoded by the encoding that the commit names.
  package let message: String

  /// The first paragraph of the message on one line.
  package var summary: String {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.allSatisfy(\.isWhitespace) }
    return lines.prefix { !$0.allSatisfy(\.isWhitespace) }.joined(separator: " ")
  }
}

/// The content of a commit or a tag, which a signature may be added to before it is stored.
package struct ObjectText: Hashable, Sendable {
  let kind: ObjectKind
  /// The lines before the message.
  private let head: [String]
  private let message: String

  init(_ kind: ObjectKind, head: [String], message: String) {
    (self.kind, self.head, self.message) = (kind, head, message)
  }

  /// The bytes to sign.
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

/// The text of commits and tags, which may be in another encoding than UTF-8.
///
/// The encodings that a commit names and that are known here are ISO-8859-1, which is read as
/// windows-1252 as its larger form, and ISO-8859-15. All other text that is not UTF-8 is read as
/// windows-1252 too, where each byte is a character of its own: what was probably meant, and in no
/// case are two different texts the same. The system's converters are not asked: which of them
/// runs would be the choice of the commit's author, and the answer would differ between systems.
enum RecordedText {
  /// - Parameter encoding: What the commit says; `nil` for UTF-8.
  static func decode(
    _ text: UnsafePointer<CChar>,
    encoding: UnsafePointer<CChar>? = nil
  ) -> String {
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: length(text))
    let name = unsafe encoding.map { unsafe String(cString: $0).lowercased() }
    switch name {
    case "iso-8859-1", "iso8859-1", "latin1", "latin-1", "windows-1252", "cp1252":
      return unsafe String(decodingBytes: bytes, by: windows1252)
    case "iso-8859-15", "iso8859-15", "latin9", "latin-9":
      return unsafe String(decodingBytes: bytes) { latin9[$0] ?? Unicode.Scalar($0) }
    default:
      return unsafe String(validating: bytes, as: UTF8.self)
        ?? String(decodingBytes: bytes, by: windows1252)
    }
  }

  private static func length(_ text: UnsafePointer<CChar>) -> Int {
    var count = 0
    while unsafe text[count] != 0 { count += 1 }
    return count
  }

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    0x80...0x9F ~= byte ? marks[Int(byte - 0x80)] : Unicode.Scalar(byte)
  }

  /// The characters of the bytes from 0x80 to 0x9F; a byte that windows-1252 has no character for
  /// stays itself, as in browsers.
  private static let marks = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars
  )

  /// Where ISO-8859-15 differs from ISO-8859-1.
  private static let latin9: [UInt8: Unicode.Scalar] = [
    0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
  ]
}

extension String {
  fileprivate init(
    decodingBytes bytes: UnsafeRawBufferPointer,
    by scalar: (UInt8) -> Unicode.Scalar
  ) {
    self.init(String.UnicodeScalarView(unsafe bytes.map(scalar)))
  }
}
