import Git
import RegistryModel
import Versioning

/// A head of lines, then the stamps.
extension SyncReceipt {
  /// To be raised whenever the same commit comes to another tree, or the form changes.
  private static let header = "registry-receipt 1"
  private static let end = "end"

  /// Nothing for what cannot be said in lines.
  var content: [UInt8]? {
    var lines = [Self.header] + question.lines
    lines += [
      "name \(pinned.scaffold)", "path \(pinned.path)", "product \(pinned.product ?? "")",
      "tree \(pinned.tree)",
    ]
    lines += pinned.releases.map { "release \($0) \($1.version) \($1.tree)" }
    lines += pinned.notes.map { "note \($0)" }
    lines += stamps.map { "stamps \($0.bytes.count) \($0.folder)" }
    lines.append(Self.end)
    guard !lines.contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) else { return nil }
    return Array((lines.joined(separator: "\n") + "\n").utf8) + stamps.flatMap(\.bytes)
  }

  /// Nothing for the answer to another question, and for what is not whole.
  init?(reading content: [UInt8], for question: Question) {
    var rest = content[...]
    func fields(_ line: some Collection<UInt8>) -> (key: String, value: String) {
      let key = line.prefix { $0 != UInt8(ascii: " ") }
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
    for line in [Self.header] + question.lines {
      guard next()?.elementsEqual(line.utf8) == true else { return nil }
    }
    var values: [String: String] = [:]
    var releases: [ComponentName: PinnedRelease] = [:]
    var notes: [String] = []
    var lists: [(folder: String, count: Int)] = []
    while let line = next(), !line.elementsEqual(Self.end.utf8) {
      let (key, value) = fields(line)
      let parts = value.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      switch key {
      case "note": notes.append(value)
      case "release":
        guard parts.count == 3, let name = try? ComponentName(parts[0]),
          let version = try? SemanticVersion(parts[1]), let tree = try? ObjectName(parts[2])
        else { return nil }
        releases[name] = PinnedRelease(version: version, tree: tree)
      case "stamps":
        guard let count = parts.first.flatMap({ Int($0) }), count >= 0 else { return nil }
        lists.append((parts.dropFirst().joined(separator: " "), count))
      default: values[key] = value
      }
    }
    guard let scaffold = values["name"].flatMap({ try? ScaffoldName($0) }),
      let path = values["path"].flatMap({ try? RelativePath($0) }), let product = values["product"],
      let tree = values["tree"].flatMap({ try? ObjectID(hex: $0) }),
      rest.count == lists.reduce(0, { $0 + $1.count })
    else { return nil }
    self.question = question
    pinned = PinnedTree(
      scaffold: scaffold,
      path: path,
      product: product.isEmpty ? nil : product,
      tree: tree,
      base: question.commit,
      releases: releases,
      notes: notes
    )
    stamps = lists.map { folder, count in
      defer { rest = rest.dropFirst(count) }
      return StampList(folder: folder, bytes: Array(rest.prefix(count)))
    }
  }
}

extension SyncReceipt.Question {
  fileprivate var lines: [String] {
    ["commit \(commit)", "manifest \(manifestPath)", "scaffold \(scaffold ?? "")"]
  }
}
