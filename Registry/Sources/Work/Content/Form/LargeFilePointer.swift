package import Base
import Model

/// A Git LFS pointer: the text that git stores instead of a file whose content is on another
/// server.
package enum LargeFilePointer {
  /// In bytes; a pointer is smaller.
  package static let sizeLimit = 1024

  private static let heads = [
    "version https://git-lfs.github.com/spec/", "version https://hawser.github.com/spec/",
  ]

  package static func isPointer(_ content: [UInt8]) -> Bool {
    guard content.count < sizeLimit, heads.contains(where: { content.starts(with: $0.utf8) }) else {
      return false
    }
    return content.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "oid ".utf8) }
  }

  package static func refusal(of path: String) -> OperationError {
    OperationError(
      .largeFilePointer,
      "'\(path)' is a Git LFS pointer, whose content is not in the repository",
      help: "commit the file itself, or leave it out with 'export-ignore' in '.gitattributes'"
    )
  }
}
