import Files
import Git
import GitValues
import Versioning
import Workspace

/// The cached number of commits that changed each component since its release.
///
/// History never changes, so an answer holds for its commit for ever, and for those that came
/// straight after it with what they add.
struct HistoryCounts: Equatable {
  struct Question: Hashable {
    let component: ComponentName
    let path: TreePath
    let since: ObjectID
  }

  /// The commit that was counted from.
  let tip: ObjectID
  let counts: [Question: Int]

  private static let header = "registry-counts 2"

  init(tip: ObjectID, counts: [Question: Int]) {
    (self.tip, self.counts) = (tip, counts)
  }

  /// Lines, the last of which is the name that git would give to the others.
  func text() -> [UInt8] {
    var lines = [Self.header, tip.hex]
    lines += counts.map { "\($0.since.hex) \($1) \($0.component) \($0.path)" }.sorted()
    let body = Array((lines.joined(separator: "\n") + "\n").utf8)
    return body + Array("\(Repository.blobID(of: body).hex)\n".utf8)
  }

  /// `nil` for what is not as it was written.
  init?(reading text: [UInt8]) {
    let newline = UInt8(ascii: "\n")
    var lines = text.split(separator: newline)
    guard let seal = lines.popLast(), text.last == newline,
      seal.elementsEqual(Repository.blobID(of: Array(text[..<seal.startIndex])).hex.utf8),
      lines.count >= 2, lines[0].elementsEqual(Self.header.utf8),
      let tip = Self.objectID(lines[1])
    else { return nil }
    var counts: [Question: Int] = [:]
    for line in lines.dropFirst(2) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
      guard fields.count == 4, let since = Self.objectID(fields[0]),
        let count = Int(String(decoding: fields[1], as: UTF8.self)),
        let component = try? ComponentName(String(decoding: fields[2], as: UTF8.self)),
        let path = try? TreePath(String(decoding: fields[3], as: UTF8.self))
      else { return nil }
      counts[Question(component: component, path: path, since: since)] = count
    }
    self.init(tip: tip, counts: counts)
  }

  private static func objectID(_ text: ArraySlice<UInt8>) -> ObjectID? {
    try? ObjectID(hex: String(decoding: text, as: UTF8.self))
  }
}

extension HistoryCounts {
  /// Where an earlier run left its counts: nowhere in a bare repository, which has no place for them,
  /// and in a shallow clone, whose history changes when it gets more.
  private static func folder(in workspace: borrowing Workspace) -> RegistryFolder? {
    guard let directory = workspace.repository.workingDirectory, !workspace.repository.isShallow
    else { return nil }
    return RegistryFolder(in: directory)
  }

  private static func file(in folder: RegistryFolder) -> String { "\(folder.path)/counts" }

  /// What an earlier run left in the working tree.
  static func remembered(in workspace: borrowing Workspace) -> HistoryCounts? {
    guard let folder = folder(in: workspace) else { return nil }
    return (try? LocalFile.read(file(in: folder))).flatMap(\.self)
      .flatMap(HistoryCounts.init(reading:))
  }

  /// Leaves the counts for later runs.
  func remember(in workspace: borrowing Workspace) throws {
    guard let folder = Self.folder(in: workspace) else { return }
    try folder.prepare()
    let file = Self.file(in: folder)
    let replacement = StagedReplacement(path: file, staging: "\(file).new")
    // Not synced: what a power cut leaves of it is not believed.
    try replacement.stage(text())
    try replacement.moveIntoPlace()
  }
}
