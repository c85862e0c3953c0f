import Files
import Git
import GitValues
import RegistryModel
import Versioning

/// A head of lines, then the stamps.
extension SyncReceipt {
  /// To be raised whenever the same commit comes to another tree, or the form changes.
  private static let header = "registry-receipt 5"
  private static let end = "end"
  /// In the place of a tree, where there are no stamps.
  private static let none = "-"

  /// `nil` for what cannot be said in lines.
  var content: [UInt8]? {
    let evidence = Dictionary(components.map { ($0.folder, $0) }) { first, _ in first }
    let changed = pinned.changedFolders
    var stamps = files
    var lines = [Self.header] + question.lines
    lines += [
      "name \(pinned.scaffold)", "path \(pinned.path)", "product \(pinned.product ?? "")",
      "tree \(pinned.tree)",
    ]
    lines += pinned.localFiles.map { "local \($0)" }
    lines += pinned.notes.map { "note \($0)" }
    lines += files.map { "file \($0.bytes.count) \($0.folder)" }
    for (name, release) in pinned.releases {
      let component = evidence[release.path]
      if let component { stamps.append(component.stamps) }
      let key = changed.contains(release.path) ? "changed" : "release"
      lines.append(
        "\(key) \(name) \(release.version) \(release.tree)"
          + " \(component?.stamps.bytes.count ?? 0) \(component?.tree.hex ?? Self.none)"
          + " \(release.path)"
      )
    }
    lines.append(Self.end)
    guard !lines.contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) else { return nil }
    return Array((lines.joined(separator: "\n") + "\n").utf8) + stamps.flatMap(\.bytes)
  }

  /// `nil` for what is not whole.
  ///
  /// - Parameter directory: The root of the working tree.
  init?(reading content: [UInt8], in directory: String) {
    var lines = ReceiptLines(content)
    guard lines.next()?.rest == Self.header else { return nil }
    var values: [String: String] = [:]
    var notes: [String] = []
    var localFiles: [TreePath] = []
    var files: [(folder: String, count: Int)] = []
    var releases: [ReadRelease] = []
    while var line = lines.next() {
      let key = line.word()
      if key == Self.end { break }
      switch key {
      case "note": notes.append(line.rest)
      case "local":
        guard let path = try? TreePath(line.rest) else { return nil }
        localFiles.append(path)
      case "file":
        guard let count = line.count() else { return nil }
        files.append((line.rest, count))
      case "release", "changed":
        guard let release = ReadRelease(&line, isChanged: key == "changed") else { return nil }
        releases.append(release)
      default: values[key] = line.rest
      }
    }
    let sizes = files.map(\.count) + releases.map(\.count)
    guard let scaffold = values["name"].flatMap({ try? ScaffoldName($0) }),
      let path = values["path"].flatMap({ try? TreePath($0) }), let product = values["product"],
      let tree = values["tree"].flatMap({ try? ObjectID(hex: $0) }),
      let commit = values["commit"].flatMap({ try? ObjectID(hex: $0) }),
      let manifest = values["manifest"].flatMap({ try? TreePath($0) }),
      let asked = values["scaffold"],
      var stamps = lines.stamps(sizes)?[...]
    else { return nil }
    question = Question(
      commit: commit,
      manifestPath: manifest,
      scaffold: asked.isEmpty ? nil : asked,
      product: values["run"].flatMap { $0.isEmpty ? nil : $0 }
    )
    pinned = PinnedTree(
      scaffold: scaffold,
      path: path,
      product: product.isEmpty ? nil : product,
      localFiles: localFiles,
      tree: tree,
      base: commit,
      releases: Dictionary(releases.map { ($0.name, $0.release) }) { first, _ in first },
      changedFolders: Set(releases.filter(\.isChanged).map(\.folder)),
      notes: notes
    )
    self.files = files.map { StampList(folder: $0.folder, bytes: stamps.removeFirst()) }
    components = zip(releases, stamps).compactMap { release, stamps in
      release.base.map { base in
        ComponentEvidence(
          folder: release.folder,
          tree: base,
          hasChanges: release.isChanged,
          stamps: StampList(folder: directory, bytes: stamps)
        )
      }
    }
  }

  private struct ReadRelease {
    let name: ComponentName
    let release: PinnedRelease
    let folder: TreePath
    let isChanged: Bool
    /// How many bytes of stamps there are.
    let count: Int
    /// What the commit had; `nil` if there are no stamps.
    let base: ObjectID?

    init?(_ line: inout ReceiptLines.Line, isChanged: Bool) {
      guard let name = try? ComponentName(line.word()),
        let version = try? SemanticVersion(line.word()), let tree = try? ObjectID(hex: line.word()),
        let count = line.count()
      else { return nil }
      let base = line.word()
      guard let folder = try? TreePath(line.rest) else { return nil }
      self.name = name
      release = PinnedRelease(version: version, tree: tree, path: folder)
      self.folder = folder
      self.isChanged = isChanged
      self.count = count
      if base == SyncReceipt.none {
        self.base = nil
      } else if let id = try? ObjectID(hex: base) {
        self.base = id
      } else {
        return nil
      }
    }
  }
}

extension SyncReceipt.Question {
  fileprivate var lines: [String] {
    [
      "commit \(commit)", "manifest \(manifestPath)", "scaffold \(scaffold ?? "")",
      "run \(product ?? "")",
    ]
  }
}

/// Parses the bytes of a receipt.
private struct ReceiptLines {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  struct Line {
    fileprivate var bytes: ArraySlice<UInt8>

    /// Up to the next space, which goes with it.
    mutating func word() -> String {
      let end = bytes.firstIndex(of: UInt8(ascii: " ")) ?? bytes.endIndex
      defer { bytes = bytes[end...].dropFirst() }
      return String(decoding: bytes[..<end], as: UTF8.self)
    }

    mutating func count() -> Int? {
      Int(word()).flatMap { $0 < 0 ? nil : $0 }
    }

    var rest: String { String(decoding: bytes, as: UTF8.self) }
  }

  mutating func next() -> Line? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { bytes = bytes[(end + 1)...] }
    return Line(bytes: bytes[..<end])
  }

  /// What is behind the lines, in parts of these sizes; `nil` if that is not all.
  func stamps(_ sizes: [Int]) -> [ArraySlice<UInt8>]? {
    var rest = bytes
    let parts = sizes.map { size in
      defer { rest = rest.dropFirst(size) }
      return rest.prefix(size)
    }
    return rest.isEmpty && parts.map(\.count) == sizes ? parts : nil
  }
}
