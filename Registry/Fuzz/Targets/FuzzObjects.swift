import Base
@testable import Git

/// Reads any bytes as what a clone brings along: trees, commits, attributes, submodules and paths.
enum FuzzObjects {
  static func run(_ input: UnsafeBufferPointer<UInt8>) {
    let bytes = Array(input)
    bytes.withUnsafeBytes { bytes in
      _ = RawCommit(bytes)
      let tree = RawTree(bytes, id: .emptyTree)
      try? tree.forEach { (entry) throws(OperationError) in
        _ = TreeNameRules.fault(inBytes: entry.nameBytes)
        return true
      }
      _ = try? tree.entry(named: [])
    }
    _ = GitFile.modules.fault(in: bytes)
    _ = GitFile.attributes.fault(in: bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    if let path = try? TreePath(text) {
      precondition(path.names.allSatisfy { TreeNameRules.fault(in: String($0)) == nil })
      precondition(path.andAncestors.last == .root && path.isInside(path.parent))
      precondition(!path.collisionKey.isEmpty || path.isRoot)
    }
    if let id = try? ObjectID(hex: text) { precondition(id.hex == text.lowercased()) }
    // The first line is a pattern, the rest a path.
    let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    if let first = lines.first, first.count <= 2048, let pattern = AttributePattern(Array(first)) {
      let path = String(decoding: lines.dropFirst().first ?? [], as: UTF8.self)
      var steps = 0
      _ = pattern.matches(path[...].utf8, isFolder: false, steps: &steps)
      precondition(steps <= (first.count + 2) * (path.utf8.count + 2))
    }
  }
}
