import Base
import Git
import ManifestEditor

/// What the toolchain said of manifests, by their content: running one takes half a second.
struct EvaluationResults: Sendable {
  /// In bytes of all results; a usual one has ten thousand.
  private static let limit = 64 << 20

  /// `nil` to keep nothing.
  let folder: String?
  /// Tells toolchains apart.
  private let toolchain = Self.toolchain

  /// `nil` if nothing is kept, or it is damaged.
  func result(of manifest: [UInt8], in place: TreePath) -> EvaluationOutput? {
    guard let folder else { return nil }
    let path = "\(folder)/\(name(of: manifest, in: place))"
    guard let kept = try? LocalFile.read(path),
      let end = kept.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let result = try? EvaluationOutput(
      json: Array(kept[(end + 1)...]),
      root: String(decoding: kept[..<end], as: UTF8.self)
    )
    if result != nil { LocalFile.touch(path) }
    return result
  }

  func keep(_ json: [UInt8], _ root: String, of manifest: [UInt8], in place: TreePath) {
    guard let folder else { return }
    let name = name(of: manifest, in: place)
    let content = Array("\(root)\n".utf8) + json
    do {
      let staged = try StagedFile(for: "\(folder)/\(name)")
      try staged.write(content)
      // Unsynced: what is damaged is not read, and made again.
      try staged.commit(isSynced: false)
    } catch {
      // It is made again by the next run.
      return
    }
    var files = DiskCache(path: folder, bound: Self.limit)
    files.note(name, size: content.count)
    files.trim()
  }

  private func name(of manifest: [UInt8], in place: TreePath) -> String {
    let facts = Array("1\n\(toolchain)\n\(place)\n".utf8)
    return Hexadecimal.text(SHA1.digest(of: facts, manifest)) + ".json"
  }

  /// The first `swift` on the path, with the time of its last change.
  private static var toolchain: String {
    for folder in (CurrentProcess.variable("PATH") ?? "").split(separator: ":") {
      let path = "\(folder)/swift"
      guard LocalFile.isExecutable(path), let real = try? LocalFile.realPath(path) else { continue }
      let stamp = FileFacts.of(real).map { "\($0.stamp.size) \($0.stamp.modified)" } ?? ""
      return "\(real) \(stamp) \(CurrentProcess.variable("TOOLCHAINS") ?? "")"
    }
    return ""
  }
}
