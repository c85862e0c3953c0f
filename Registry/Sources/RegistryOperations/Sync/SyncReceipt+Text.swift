import Git
import RegistryModel
import Versioning

/// A head of lines, then the stamps.
extension SyncReceipt {
  /// To be raised whenever the same commit comes to another tree, or the form changes.
  private static let header = "registry-receipt 2"
  private static let end = "end"

  /// Nothing for what cannot be said in lines.
  var content: [UInt8]? {
    var lines = [Self.header] + question.lines
    lines += [
      "name \(pinned.scaffold)", "path \(pinned.path)", "product \(pinned.product ?? "")",
      "tree \(pinned.tree)",
    ]
    lines += pinned.releases.map { "release \($0) \($1.version) \($1.tree) \($1.path)" }
    lines += pinned.notes.map { "note \($0)" }
    lines += pinned.changedFolders.sorted().map { "changed \($0)" }
    lines += files.map { "file \($0.bytes.count) \($0.folder)" }
    lines += components.map { component in
      "component \(component.stamps.bytes.count) \(component.tree) \(component.folder)"
    }
    lines.append(Self.end)
    guard !lines.contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) else { return nil }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
      + (files + components.map(\.stamps)).flatMap(\.bytes)
  }

  /// Nothing for what is not whole.
  ///
  /// - Parameter directory: The root of the working tree.
  init?(reading content: [UInt8], in directory: String) {
    var rest = content[...]
    let space = UInt8(ascii: " ")
    func fields(_ line: some Collection<UInt8>) -> (key: String, value: String) {
      let key = line.prefix { $0 != space }
      return (
        String(decoding: key, as: UTF8.self),
        String(decoding: line.dropFirst(key.count + 1), as: UTF8.self)
      )
    }
    func next() -> ArraySlice<UInt8>? {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return rest[..<end]
    }
    guard next()?.elementsEqual(Self.header.utf8) == true else { return nil }
    var values: [String: String] = [:]
    var releases: [ComponentName: PinnedRelease] = [:]
    var notes: [String] = []
    var changed: Set<TreePath> = []
    var files: [(folder: String, count: Int)] = []
    var components: [(folder: TreePath, tree: ObjectID, count: Int)] = []
    while let line = next(), !line.elementsEqual(Self.end.utf8) {
      let (key, value) = fields(line)
      let parts = value.utf8.split(separator: space, omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
      switch key {
      case "note": notes.append(value)
      case "release":
        guard parts.count > 3, let name = try? ComponentName(parts[0]),
          let version = try? SemanticVersion(parts[1]), let tree = try? ObjectName(parts[2]),
          let path = try? RelativePath(parts[3...].joined(separator: " "))
        else { return nil }
        releases[name] = PinnedRelease(version: version, tree: tree, path: path)
      case "changed":
        guard let path = try? TreePath(value) else { return nil }
        changed.insert(path)
      case "file":
        guard let count = parts.first.flatMap({ Int($0) }), count >= 0 else { return nil }
        files.append((parts.dropFirst().joined(separator: " "), count))
      case "component":
        guard parts.count > 2, let count = Int(parts[0]), count >= 0,
          let tree = try? ObjectID(hex: parts[1]),
          let path = try? TreePath(parts[2...].joined(separator: " "))
        else { return nil }
        components.append((path, tree, count))
      default: values[key] = value
      }
    }
    guard let scaffold = values["name"].flatMap({ try? ScaffoldName($0) }),
      let path = values["path"].flatMap({ try? RelativePath($0) }), let product = values["product"],
      let tree = values["tree"].flatMap({ try? ObjectID(hex: $0) }),
      let commit = values["commit"].flatMap({ try? ObjectID(hex: $0) }),
      let manifest = values["manifest"].flatMap({ try? TreePath($0) }),
      let asked = values["scaffold"],
      rest.count == files.reduce(0, { $0 + $1.count }) + components.reduce(0, { $0 + $1.count })
    else { return nil }
    question = Question(
      commit: commit,
      manifestPath: manifest,
      scaffold: asked.isEmpty ? nil : asked
    )
    pinned = PinnedTree(
      scaffold: scaffold,
      path: path,
      product: product.isEmpty ? nil : product,
      tree: tree,
      base: commit,
      releases: releases,
      changedFolders: changed,
      notes: notes
    )
    func list(_ folder: String, _ count: Int) -> StampList {
      defer { rest = rest.dropFirst(count) }
      return StampList(folder: folder, bytes: rest.prefix(count))
    }
    self.files = files.map { list($0.folder, $0.count) }
    self.components = components.map { folder, tree, count in
      ComponentEvidence(
        folder: folder,
        tree: tree,
        hasChanges: changed.contains(folder),
        stamps: list(directory, count)
      )
    }
  }
}

extension SyncReceipt.Question {
  fileprivate var lines: [String] {
    ["commit \(commit)", "manifest \(manifestPath)", "scaffold \(scaffold ?? "")"]
  }
}
