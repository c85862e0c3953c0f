import Base
import Git

/// The rule that keeps symbolic links inside the archive.
///
/// `..` is allowed only at the start. There it is taken from the link's own folder, which is a real
/// one, so counting says where it leads; behind a name it would depend on what that name links to.
enum ArchiveLink {
  static func validate(target: String, at path: TreePath) throws(OperationError) {
    if let fault = fault(of: target, at: path) {
      throw OperationError(
        .invalidLink,
        "link '\(path)' to '\(target)' \(fault)",
        help: "link to a path inside the package, or copy the file"
      )
    }
  }

  private static func fault(of target: String, at path: TreePath) -> String? {
    let bytes = target.utf8
    if bytes.isEmpty { return "has no target" }
    if bytes.first == UInt8(ascii: "/") { return "is absolute" }
    if bytes.count > ArchiveNamespace.greatestPathLength {
      return "has \(bytes.count) bytes, expected at most \(ArchiveNamespace.greatestPathLength)"
    }
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) {
      return "contains a backslash or a control character"
    }
    var depth = path.names.count - 1
    var isBehindName = false
    for name in target.utf8.split(separator: UInt8(ascii: "/")) {
      if name.elementsEqual("..".utf8) {
        if isBehindName { return "has '..' after a name" }
        depth -= 1
        if depth < 0 { return "leaves the archive" }
      } else if !name.elementsEqual(".".utf8) {
        isBehindName = true
      }
    }
    return nil
  }
}
