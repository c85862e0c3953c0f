import Base
import Model
import Synchronization
import Versions

/// The folder that a registry is exported to, with all writing to it.
final class ExportFolder: Sendable {
  /// Without links in it.
  let path: String
  private let isDry: Bool
  private let listsChanges: Bool
  private let lock: HeldLock
  private let log = Mutex(Log())

  private struct Log {
    var changed: [String] = []
    var files = 0
    var bytes = 0
    /// Files and folders that may not be on the disk yet.
    var unsynced: Set<String> = []
    /// Lists that wait for the files that they name.
    var lists: [(path: String, content: [UInt8])] = []
  }

  /// The lock of a run that writes.
  private struct HeldLock: ~Copyable, Sendable {
    let lock: FileLock?
  }

  /// Opens the folder, which is created if it is missing.
  ///
  /// - Parameter listsChanges: Whether ``changed`` is kept, which has a path for each release.
  /// - Throws: If it has other things than an export, or another process writes to it.
  init(_ text: String, isDry: Bool, listsChanges: Bool) throws {
    (self.isDry, self.listsChanges) = (isDry, listsChanges)
    var path = try LocalFile.absolutePath(text)
    if LocalFile.exists(path) {
      path = try LocalFile.realPath(path)
      guard LocalFile.kind(at: path) == .directory else {
        throw OperationError(.notADirectory, "'\(text)' is a file, expected a folder")
      }
      let names = try LocalFile.names(in: path)
      // Documentation may be built first.
      let isEmpty = names.allSatisfy { $0 == DocumentationFolder.usualBase }
      guard names.contains(ExportState.lockName) || isEmpty else {
        throw OperationError(
          .foreignFolder,
          "the folder '\(text)' contains '\(names.sorted()[0])' and no export",
          help: "name an empty folder, or one that does not exist"
        )
      }
    } else if LocalFile.kind(at: path) == .link {
      throw OperationError(.notADirectory, "the link '\(text)' points to nothing")
    } else if !isDry {
      try LocalFile.makeDirectories(path)
      path = try LocalFile.realPath(path)
    }
    self.path = path
    guard !isDry else {
      lock = HeldLock(lock: nil)
      return
    }
    lock = HeldLock(
      lock: try FileLock.take(
        at: "\(path)/\(ExportState.lockName)",
        for: "export",
        limit: .seconds(60),
        waiting: { _ in }
      )
    )
  }

  /// The state after the last complete run; `nil` if there was none.
  func state() throws -> ExportState? {
    guard let bytes = try read(ExportState.name) else { return nil }
    // Without it, every file is compared instead.
    return try? ExportState(reading: bytes)
  }

  func read(_ name: String) throws -> [UInt8]? {
    try LocalFile.read("\(path)/\(name)")
  }

  /// Whether a file is there and ends with a text.
  func hasEnd(_ text: String, of name: String) throws -> Bool {
    guard kind(of: name) == .file, let file = try OpenFile("\(path)/\(name)") else { return false }
    let start = max(0, file.size - text.utf8.count)
    return try file.read(start..<file.size) == Array(text.utf8)
  }

  func kind(of name: String) -> LocalFile.Kind? {
    LocalFile.kind(at: "\(path)/\(name)")
  }

  /// Where documentation is for the web server that has the folder.
  func documentation() throws -> DocumentationFolder {
    try DocumentationFolder("\(path)/\(DocumentationFolder.usualBase)")
  }

  /// In bytes; `nil` if there is no such file.
  func size(of name: String) throws -> Int? {
    try OpenFile("\(path)/\(name)")?.size
  }

  /// The paths of what was changed besides immutable files.
  var changed: [String] { log.withLock(\.changed) }

  var written: (files: Int, bytes: Int) { log.withLock { ($0.files, $0.bytes) } }

  /// Creates a folder for the files of a component.
  ///
  /// - Throws: If a link is in its place: files would be written somewhere else.
  func makeFolder(_ name: String) throws {
    if let kind = kind(of: name), kind != .directory {
      throw OperationError(
        .foreignFolder,
        "'\(path)/\(name)' is \(kind.rawValue), expected a folder of the export",
        help: "remove it, and run the command again"
      )
    }
    if !isDry { try LocalFile.makeDirectory("\(path)/\(name)") }
    log.withLock { _ = $0.unsynced.insert(LocalFile.parent(of: "\(path)/\(name)")) }
  }

  /// Writes a file that never changes, if it is not there; unsynced.
  func add(_ name: String, _ write: (([UInt8]) throws -> Void) throws -> Void) throws {
    var size = 0
    if isDry {
      try write { size += $0.count }
    } else {
      let file = try StagedFile(for: "\(path)/\(name)")
      try write { piece in
        size += piece.count
        try file.write(piece)
      }
      try file.commit(isSynced: false)
    }
    count(size, name)
  }

  /// Replaces a file that may change with each commit, if its content differs; unsynced.
  func update(_ name: String, to content: [UInt8]) throws {
    if try read(name) == content { return }
    if !isDry {
      let file = try StagedFile(for: "\(path)/\(name)")
      try file.write(content)
      try file.commit(isSynced: false)
    }
    count(content.count, name, isChange: true)
  }

  /// Removes a file that the export no longer has, if it is there.
  func remove(_ name: String) throws {
    guard kind(of: name) == .file else { return }
    if !isDry { try LocalFile.remove("\(path)/\(name)") }
    log.withLock { log in
      if listsChanges { log.changed.append(name) }
      log.unsynced.insert(LocalFile.parent(of: "\(path)/\(name)"))
    }
  }

  /// The same for a list, after all files that were written before are on the disk.
  func updateLater(_ name: String, to content: [UInt8]) throws {
    if try read(name) == content { return }
    log.withLock { $0.lists.append((name, content)) }
  }

  func writeLists() throws {
    let lists = log.withLock { log in
      defer { log.lists = [] }
      return log.lists
    }
    guard !lists.isEmpty else { return }
    try sync()
    for list in lists { try update(list.path, to: list.content) }
  }

  /// Records that all files are there.
  func finish(with state: ExportState) throws {
    if isDry { return }
    try sync()
    try StagedReplacement(
      path: "\(path)/\(ExportState.name)",
      staging: "\(path)/\(ExportState.name)\(StagedFile.suffix)"
    ).replace(with: Array(state.text.utf8))
  }

  private func sync() throws {
    let paths = log.withLock { log in
      defer { log.unsynced = [] }
      return log.unsynced
    }
    if !isDry { try LocalFile.sync(all: paths) }
  }

  private func count(_ size: Int, _ name: String, isChange: Bool = false) {
    let file = "\(path)/\(name)"
    log.withLock { log in
      log.files += 1
      log.bytes += size
      if isChange, listsChanges { log.changed.append(name) }
      log.unsynced.formUnion([file, LocalFile.parent(of: file)])
    }
  }
}
