private import CGit2
package import Base

extension Repository {
  /// The name that a tree of these files would have, whose paths go through any folders; nothing is
  /// stored.
  package static func treeID(
    of files: [(path: TreePath, mode: FileMode, id: ObjectID)]
  ) throws(OperationError) -> ObjectID {
    try treeID(files.map { NamedFile(names: $0.path.names[...], mode: $0.mode, id: $0.id) })
  }

  /// A file, by what is left of its path.
  private struct NamedFile {
    let names: ArraySlice<Substring>
    let mode: FileMode
    let id: ObjectID
  }

  private static func treeID(_ files: [NamedFile]) throws(OperationError) -> ObjectID {
    var entries: [TreeEntry] = []
    let folders = Dictionary(grouping: files) { $0.names.first ?? "" }
    for (name, inside) in folders {
      if let file = inside.first, file.names.count == 1 {
        guard inside.count == 1 else {
          throw OperationError(.invalid, "'\(name)' is both a file and something else")
        }
        entries.append(TreeEntry(name: String(name), mode: file.mode, id: file.id))
      } else {
        let deeper = inside.map { NamedFile(names: $0.names.dropFirst(), mode: $0.mode, id: $0.id) }
        entries.append(TreeEntry(name: String(name), mode: .tree, id: try treeID(deeper)))
      }
    }
    var bytes: [UInt8] = []
    for entry in entries.sorted(by: { $0.isSorted(before: $1) }) {
      bytes += Array("\(String(entry.mode.rawValue, radix: 8)) \(entry.name)".utf8) + [0]
      var raw = entry.id.raw
      unsafe withUnsafeBytes(of: &raw) { unsafe bytes.append(contentsOf: $0) }
    }
    return objectID(of: bytes, as: .tree)
  }
}
