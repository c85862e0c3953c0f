/// A commit as it is recorded.
package struct Commit: Hashable, Sendable {
  package let id: ObjectID
  package let tree: ObjectID
  package let parents: [ObjectID]
  package let author: Signature
  package let committer: Signature
  package let message: String

  /// The first paragraph of the message on one line.
  package var summary: String {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.allSatisfy(\.isWhitespace) }
    return lines.prefix { !$0.allSatisfy(\.isWhitespace) }.joined(separator: " ")
  }
}
