package import Base
import Versions

/// The author of the commits that show releases in mirrored repositories, written as git does:
/// `Acme Releases <releases@acme.example>`.
package struct MirrorAuthor: Hashable, Sendable, CustomStringConvertible {
  package let name: String
  package let email: String

  package var description: String { "\(name) <\(email)>" }

  /// The longest spelling that is read, in bytes.
  private static let maximumLength = 200

  /// Reads a name and an email as git writes them; throws for any other text.
  package init(_ text: String) throws(OperationError) {
    let parts = text.split(separator: " <", omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.maximumLength, parts.count == 2, parts[1].hasSuffix(">"),
      Self.isName(parts[0]), Self.isName(parts[1].dropLast())
    else {
      throw OperationError(
        .invalidValue,
        "invalid author \(quoted(text)), expected a name and an email such as"
          + " 'Acme Releases <releases@acme.example>'"
      )
    }
    (name, email) = (String(parts[0]), String(parts[1].dropLast()))
  }

  /// Only what git writes as it is: it removes spaces and punctuation from both ends.
  private static func isName(_ text: Substring) -> Bool {
    let removed = Set(" .,:;<>\"\\'".unicodeScalars)
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return false }
    return !removed.contains(first) && !removed.contains(last)
      && scalars.allSatisfy { scalar in
        scalar.value > 0x1F && !(0x7F...0x9F).contains(scalar.value) && scalar != "<"
          && scalar != ">"
      }
  }
}
