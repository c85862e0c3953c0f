private import CGit2
package import Errors
package import GitValues

extension Repository {
  /// The name that a tree of these files would have, whose paths go through any folders; nothing is
  /// stored.
  package static func treeID(
    of files: [(path: TreePath, mode: FileMode, id: ObjectID)]
  ) throws(OperationError) -> ObjectID {
    try GitLibrary.start()
    return try treeID(files.map { NamedFile(names: $0.path.names[...], mode: $0.mode, id: $0.id) })
  }

  /// A file, by what is left of its path.
  private struct NamedFile {
    let names: ArraySlice<Substring>
    let mode: FileMode
    let id: ObjectID
  }

  private static func treeID(_ files: [NamedFile]) throws(OperationError) -> ObjectID {
    var entries: [(name: Substring, mode: FileMode, id: ObjectID)] = []
    let folders = Dictionary(grouping: files) { $0.names.first ?? "" }
    for (name, inside) in folders {
      if let file = inside.first, file.names.count == 1 {
        guard inside.count == 1 else {
          throw OperationError(.invalid, "'\(name)' is both a file and something else")
        }
        entries.append((name, file.mode, file.id))
      } else {
        let deeper = inside.map { NamedFile(names: $0.names.dropFirst(), mode: $0.mode, id: $0.id) }
        entries.append((name, .tree, try treeID(deeper)))
      }
    }
    // As git sorts: a folder as if its name ended in a slash.
    entries.sort { left, right in
      sortKey(left.name, left.mode).lexicographicallyPrecedes(sortKey(right.name, right.mode))
    }
    var bytes: [UInt8] = []
    for entry in entries {
      bytes += Array("\(String(entry.mode.rawValue, radix: 8)) \(entry.name)".utf8) + [0]
      var raw = entry.id.raw
      unsafe withUnsafeBytes(of: &raw) { unsafe bytes.append(contentsOf: $0) }
    }
    var id = git_oid()
    try check(
      unsafe bytes.withUnsafeBytes {
        unsafe git_odb_hash(&id, $0.baseAddress, $0.count, GIT_OBJECT_TREE)
      }
    )
    return ObjectID(id)
  }

  private static func sortKey(_ name: Substring, _ mode: FileMode) -> [UInt8] {
    Array(name.utf8) + (mode == .tree ? [UInt8(ascii: "/")] : [])
  }
}
