import Base
import Git
import Model

/// All files of a build of a tree, with their contents and the times by which SwiftPM knows that
/// nothing has to be compiled.
struct BuildListing: Equatable, Sendable {
  let tree: ObjectID
  /// Each folder before its content.
  let entries: [Entry]

  struct Entry: Equatable, Sendable {
    /// From the folder of the place: `build/…`, or `tree/…` for a source.
    let path: TreePath
    let kind: Kind
    let permissions: UInt16
    /// In nanoseconds since 1970.
    let modified: Int
  }

  enum Kind: Equatable, Sendable {
    case file(ContentID, size: Int)
    /// With its target.
    case link([UInt8])
    case folder
    /// A file of the tree, of which git has the content.
    case source(size: Int)
  }

  /// Whether SwiftPM itself writes a file of the tree: its resolution belongs to the build.
  static func isResolution(_ path: TreePath) -> Bool {
    path.names.first == "tree" && path.isPackageResolution
  }

  /// The entries with stored content.
  var contents: [(id: ContentID, size: Int)] {
    entries.compactMap { entry in
      if case .file(let id, let size) = entry.kind { (id, size) } else { nil }
    }
  }
}

extension BuildListing.Entry {
  /// The content of a file that has the size and the time of the entry, by which SwiftPM, too, knows a
  /// file; `nil` for others.
  func content(of file: FileFacts) -> ContentID? {
    guard case .file(let id, file.size) = kind, modified == file.stamp.modified else { return nil }
    return id
  }
}

extension BuildListing {
  private static let header = "registry-build 1"

  /// A line for each file, and a last one that shows that the list is complete.
  var bytes: [UInt8] {
    var text = "\(Self.header)\ntree \(tree.hex)\n"
    for entry in entries { text += entry.line + "\n" }
    let body = Array(text.utf8)
    return body + Array("sum \(ContentID(of: body).hex)\n".utf8)
  }

  /// `nil` for what is damaged, was written by another version of the program, or names a file
  /// outside of a build: it may come from another machine.
  init?(reading bytes: [UInt8]) {
    let newline = UInt8(ascii: "\n")
    guard bytes.last == newline,
      let end = bytes.dropLast().lastIndex(of: newline)
    else { return nil }
    let body = Array(bytes[...end])
    let sum = String(decoding: bytes[(end + 1)...].dropLast(), as: UTF8.self)
    guard sum == "sum \(ContentID(of: body).hex)" else { return nil }
    var lines = body.split(separator: newline).map { Substring(decoding: $0, as: UTF8.self) }[...]
    guard lines.popFirst() == Self.header[...], let tree = lines.popFirst(),
      tree.hasPrefix("tree "),
      let id = try? ObjectID(hex: String(tree.dropFirst(5)))
    else { return nil }
    self.tree = id
    var entries: [Entry] = []
    // Of paths, which are told apart by their bytes as the system does.
    var folders: Set<TreePath> = []
    var seen: Set<TreePath> = []
    for line in lines {
      guard let entry = Entry(reading: line), seen.insert(entry.path).inserted,
        entry.isInside(folders)
      else { return nil }
      if entry.kind == .folder { folders.insert(entry.path) }
      entries.append(entry)
    }
    self.entries = entries
  }
}

extension BuildListing.Entry {
  /// Whether the entry is in a folder of the build, and not below a link.
  fileprivate func isInside(_ folders: Set<TreePath>) -> Bool {
    let names = TreePath.names(in: path.string, keepingEmpty: true)
    guard !names.contains(where: { ["", ".", ".."].contains($0) }) else { return false }
    if case .source = kind { return names.count > 1 && names[0] == "tree" }
    if BuildListing.isResolution(path), case .file = kind { return true }
    guard names[0] == "build" else { return false }
    return names.count == 1 ? kind == .folder : folders.contains(path.parent)
  }

  fileprivate var line: String {
    let mode = String(permissions, radix: 8)
    return switch kind {
    case .file(let id, let size): "f \(mode) \(modified) \(size) \(id.hex) \(path)"
    case .link(let target): "l \(mode) \(modified) 0 \(Hexadecimal.text(target)) \(path)"
    case .folder: "d \(mode) \(modified) 0 - \(path)"
    case .source(let size): "s \(mode) \(modified) \(size) - \(path)"
    }
  }

  fileprivate init?(reading line: Substring) {
    let parts = line.utf8.split(
      separator: UInt8(ascii: " "),
      maxSplits: 5,
      omittingEmptySubsequences: false
    ).map(Substring.init)
    guard parts.count == 6, let mode = UInt16(parts[1], radix: 8), mode <= 0o777,
      let modified = Int(parts[2]), let size = Int(parts[3]), size >= 0
    else { return nil }
    switch parts[0] {
    case "f":
      guard let id = ContentID(parts[4]) else { return nil }
      kind = .file(id, size: size)
    case "l":
      guard let target = Hexadecimal.bytes(parts[4]), !target.isEmpty else { return nil }
      kind = .link(target)
    case "d": kind = .folder
    case "s": kind = .source(size: size)
    default: return nil
    }
    // What it may lead to is checked once the folders before it are known.
    path = TreePath(unchecked: String(parts[5]))
    (permissions, self.modified) = (mode, modified)
  }
}
