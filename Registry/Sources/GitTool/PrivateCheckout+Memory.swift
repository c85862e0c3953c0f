package import Git
package import GitValues
import Processes

extension PrivateCheckout {
  /// Stores what a tree has and only the memory of the repository holds, as in a dry run, among the
  /// checkout's own objects: git finds no others than on the disk.
  package func store(_ tree: ObjectID, from repository: borrowing Repository) throws {
    var open: [(id: ObjectID, isTree: Bool)] = [(tree, true)]
    while !open.isEmpty {
      let list = open.map { "\($0.id.hex)\n" }.joined()
      let answer = try files.git(["cat-file", "--batch-check"], input: Array(list.utf8))
      let lines = answer.output.split(separator: "\n")
      let missing = zip(open, lines).filter { $1.hasSuffix(" missing") }.map(\.0)
      open = []
      for object in missing {
        guard object.isTree else {
          let content = try repository.blob(object.id)
          try files.git(["hash-object", "-w", "-t", "blob", "--stdin"], input: content)
          continue
        }
        let items = try repository.items(of: object.id, at: .root)
        let entries = items.map { item in
          let kind = item.mode == .tree ? "tree" : item.mode == .submodule ? "commit" : "blob"
          let mode = item.mode.octal
          return "\(mode) \(kind) \(item.id.hex)\t\(item.path.name)\0"
        }
        try files.git(["mktree", "--missing", "-z"], input: Array(entries.joined().utf8))
        // What is below a tree that git has, it has, too.
        open += items.filter { $0.mode != .submodule }.map { ($0.id, $0.mode == .tree) }
      }
    }
  }
}
