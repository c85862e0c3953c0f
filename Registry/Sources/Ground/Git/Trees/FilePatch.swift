/// The change of one file between two trees.
package struct FilePatch: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case added
    case removed
    case changed
  }

  /// A name that is not UTF-8 shows replacement characters.
  package let path: String
  package let kind: Kind
  package let addedLines: Int
  package let removedLines: Int
  /// As `git diff` prints it, with three lines around each change.
  package let text: String
}
