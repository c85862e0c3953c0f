package import Base
package import Git
package import Versions

/// The registry's data in a commit, or in the working files.
///
/// The manifest is read at once, each log when it is needed.
package struct RegistryState: Sendable {
  package enum Origin: Hashable, Sendable {
    case commit(ObjectID, tree: ObjectID)
    case workingFiles
  }

  package let origin: Origin
  package let document: ManifestDocument
  /// The blobs of the commit's release logs, by file name.
  package let logBlobs: [String: ObjectID]
  /// Logs that are not read again, or have releases that a planned commit adds.
  private(set) var drafts: [ComponentName: ReleaseLog] = [:]

  package var manifest: Manifest { document.manifest }

  /// - Parameter logBlobs: Empty if the logs are working files.
  package init(origin: Origin, document: ManifestDocument, logBlobs: [String: ObjectID] = [:]) {
    self.origin = origin
    self.document = document
    self.logBlobs = logBlobs
  }

  /// Takes another log in place of the recorded one.
  package mutating func replace(_ log: ReleaseLog, of component: ComponentName) {
    drafts[component] = log
  }

  /// The state with another manifest; the logs stay.
  package func replacing(_ document: ManifestDocument) -> RegistryState {
    RegistryState(origin: origin, document: document, logBlobs: logBlobs)
  }

  /// The blob of a component's committed log; `nil` if it was never released.
  package func logName(of component: ComponentName) -> ObjectID? {
    logBlobs["\(component).jsonl"]
  }
}

extension Workspace {
  /// The state as of a commit.
  package func state(at commit: ObjectID) throws(OperationError) -> RegistryState {
    try unifyingErrors {
      let tree = try repository.commit(commit).tree
      let bytes = try content(of: manifestPath, in: tree)
      if bytes == nil, let firstManifest {
        return RegistryState(origin: .commit(commit, tree: tree), document: firstManifest)
      }
      guard let bytes else {
        throw OperationError(
          .noManifest,
          "the commit '\(commit.hex.prefix(12))' has no '\(manifestPath)'",
          help: "commit the manifest first"
        )
      }
      var logs: [String: ObjectID] = [:]
      if let folder = try repository.entry(at: releasesPath, in: tree), folder.mode == .tree {
        for entry in try repository.entries(of: folder.id) where entry.mode.isFile {
          logs[entry.name] = entry.id
        }
      }
      return RegistryState(
        origin: .commit(commit, tree: tree),
        document: try lastManifest.reading(bytes, file: manifestPath.string),
        logBlobs: logs
      )
    }
  }

  /// The state as the working files have it, committed or not.
  package func workingState() throws(OperationError) -> RegistryState {
    guard let file = workingPath(manifestPath) else { throw .bare }
    guard let bytes = try unifyingErrors({ try LocalFile.read(file) }) else {
      throw OperationError(
        .noManifest,
        "there is no file '\(manifestPath)'",
        help: "restore it with 'git restore \(manifestPath.string.shellQuoted)', or in a sparse"
          + " checkout add its folder with 'git sparse-checkout add'"
      )
    }
    return try unifyingErrors {
      RegistryState(
        origin: .workingFiles,
        document: try lastManifest.reading(bytes, file: manifestPath.string)
      )
    }
  }

  /// The path of a component's log.
  package func logPath(of component: ComponentName) -> TreePath {
    releasesPath.appending(TreePath(known: "\(component).jsonl"))
  }

  /// The log of a component, empty if it was never released.
  package func log(
    of component: ComponentName,
    in state: RegistryState
  ) throws(OperationError) -> ReleaseLog {
    try unifyingErrors { try unreadLog(of: component, in: state).read() }
  }

  /// The logs of several components, read on all processors.
  package func logs(
    of components: [ComponentName],
    in state: RegistryState
  ) throws(OperationError) -> [ReleaseLog] {
    try readLogs(of: components, in: state).map { log throws(OperationError) in try log.get() }
  }

  /// The same, but a log that cannot be read does not affect the others.
  package func readLogs(
    of components: [ComponentName],
    in state: RegistryState
  ) throws(OperationError) -> [Result<ReleaseLog, OperationError>] {
    var unread: [Result<UnreadLog, OperationError>] = []
    for component in components {
      unread.append(
        Result { () throws(OperationError) in
          try unifyingErrors { try unreadLog(of: component, in: state) }
        }
      )
    }
    return unread.concurrentMap { log in
      Result { () throws(OperationError) in try unifyingErrors { try log.get().read() } }
    }
  }

  private func unreadLog(
    of component: ComponentName,
    in state: RegistryState
  ) throws -> UnreadLog {
    if let draft = state.drafts[component] { return .draft(draft) }
    let path = logPath(of: component)
    let bytes: [UInt8]?
    switch state.origin {
    case .commit:
      bytes = try state.logBlobs[String(path.name)].map { blob in
        // Before it is unpacked: a small object can claim to be a large file.
        let size = try repository.header(of: blob)?.size ?? 0
        try LogLimits.check(size: size, file: path.string)
        return try repository.blob(blob)
      }
    case .workingFiles:
      // Lines are only ever added: a log that is not checked out is as it was committed.
      bytes =
        try workingPath(path).flatMap { try LocalFile.read($0) } ?? committed(path)
    }
    return .file(path.string, bytes)
  }

  private func committed(_ path: TreePath) throws -> [UInt8]? {
    try tip.flatMap { try content(of: path, in: repository.commit($0).tree) }
  }

  /// The bytes of a committed file; `nil` if there is none.
  package func content(of path: TreePath, in tree: ObjectID) throws -> [UInt8]? {
    guard let entry = try repository.entry(at: path, in: tree) else { return nil }
    guard entry.mode.isFile else {
      throw OperationError(
        .notAFile,
        "'\(path)' is committed as a link or a folder, expected a file"
      )
    }
    return try repository.blob(entry.id)
  }
}

extension FileMode {
  /// Whether it is a regular file, and not a link.
  package var isFile: Bool { self == .file || self == .executable }
}

/// A release log before its lines are parsed.
private enum UnreadLog: Sendable {
  case draft(ReleaseLog)
  /// With the bytes of the file, if it exists.
  case file(String, [UInt8]?)

  func read() throws -> ReleaseLog {
    switch self {
    case .draft(let log): log
    case .file(let path, let bytes?): try ReleaseLog(reading: bytes, file: path)
    case .file(let path, nil): ReleaseLog(file: path)
    }
  }
}
