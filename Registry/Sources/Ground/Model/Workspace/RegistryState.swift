package import Base
import Dispatch
package import Git
import Synchronization
package import Versions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The registry's data in a commit, or in the working files.
///
/// The manifest is read at once, each log when it is needed.
package struct RegistryState: Sendable {
  /// The place that the data is read from.
  package enum Origin: Hashable, Sendable {
    case commit(ObjectID, tree: ObjectID)
    case workingFiles
  }

  package let origin: Origin
  /// The manifest with its text.
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
    let log = try unifyingErrors { try unreadLog(of: component, in: state).read() }
    restoreTrees(of: log)
    return log
  }

  /// Stores the trees of releases of the root, which no commit has.
  ///
  /// What cannot be restored, as in a shallow clone, is missing where it is needed, which is said there.
  private func restoreTrees(of log: ReleaseLog) {
    for release in log.releases { try? repository.restoreTree(release.tree, of: release.parts) }
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
    let logs = unread.concurrentMap { log in
      Result { () throws(OperationError) in try unifyingErrors { try log.get().read() } }
    }
    for case .success(let log) in logs { restoreTrees(of: log) }
    return logs
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

extension Workspace {
  /// The bytes of a manifest in the folder of a package; `nil` if there is none.
  ///
  /// One manifest is often a link to another, for an earlier version of Swift.
  ///
  /// - Throws: For a link out of the folder, or one that leads to itself.
  package func manifestContent(
    of name: TreePath = .packageManifest,
    in tree: ObjectID
  ) throws -> [UInt8]? {
    var (path, passed): (TreePath, Set<TreePath>) = (name, [])
    while passed.insert(path).inserted, let entry = try repository.entry(at: path, in: tree),
      entry.mode == .link
    {
      let target = String(decoding: try repository.blob(entry.id), as: UTF8.self)
      guard !TreePath.isAbsolute(target), let names = TreePath.names(in: target, from: path.parent)
      else { break }
      path = TreePath(unchecked: names.joined(separator: "/"))
    }
    return try content(of: path, in: tree)
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

extension RegistryState {
  /// Throws for a component that is never released.
  package func refusePrivate(_ name: ComponentName) throws(OperationError) {
    guard manifest.components[name]?.isPrivate == true else { return }
    throw OperationError(
      .privateComponent,
      "'\(name)' is private, so it is never released",
      help: "'registry set \(name).private --unset' lets it be released"
    )
  }

  /// The components among `names` that can be released.
  ///
  /// - Throws: If all of them are private.
  package func withoutPrivate(
    _ names: [ComponentName]
  ) throws(OperationError) -> [ComponentName] {
    let released = names.filter { manifest.components[$0]?.isPrivate != true }
    if released.isEmpty, let first = names.first { try refusePrivate(first) }
    return released
  }
}

extension ReleaseLog {
  /// The current release of a component on a branch: the greatest one that is not withdrawn, or the
  /// greatest one if all are withdrawn.
  ///
  /// The next version follows ``greatestAvailable``, which is no withdrawn one.
  ///
  /// The version in the manifest may be an older one, on a maintenance branch.
  package var currentRelease: Release? { greatestAvailable ?? releases.last }

  /// The greatest release that is not withdrawn: only such a release is chosen for anything new.
  package var greatestAvailable: Release? {
    releases.last { yank(of: $0.version) == nil }
  }

  /// The greatest release that is not withdrawn, and the greater ones: the files of the branch that one
  /// of them has are not new.
  package var newestReleases: [Release] {
    guard let last = greatestAvailable else { return releases }
    return releases.filter { $0.version >= last.version }
  }

  /// The withdrawn releases after the greatest one that is not withdrawn.
  package var newestWithdrawn: [Release] {
    newestReleases.filter { yank(of: $0.version) != nil }
  }

  /// The version that the component goes on from instead of a release, if all those that are not
  /// withdrawn are lower.
  package func baseline(of component: Component) -> Baseline? {
    component.baseline.flatMap { baseline in
      greatestAvailable.map { $0.version < baseline.version } ?? true ? baseline : nil
    }
  }

  /// The releases that are not withdrawn, oldest first.
  package var availableReleases: [Release] {
    releases.filter { yank(of: $0.version) == nil }
  }

  /// The greatest release that is not withdrawn; a pre-release only if there is no other.
  package var latestRelease: Release? {
    let available = availableReleases
    return available.last { !$0.version.isPrerelease } ?? available.last
  }
}

extension SemanticVersion {
  /// Whether major and minor are the same.
  package func isOnLine(of other: SemanticVersion) -> Bool {
    major == other.major && minor == other.minor
  }

  /// The next version of its line, after all of the `taken` ones there: what a message advises must
  /// not exist.
  package func next(after taken: [SemanticVersion] = []) -> SemanticVersion {
    let last = max(self, taken.filter { $0.isOnLine(of: self) }.max() ?? self)
    return last.isPrerelease ? last.core : last.nextPatch
  }
}

/// The names of the tags that the releases of a component get.
package struct TagNaming: Hashable, Sendable {
  package let component: ComponentName
  /// Whether a tag is the version alone, which is how SwiftPM reads the tags of a repository whose
  /// package is at the root.
  package let isPlain: Bool

  /// - Parameter path: Of the component; `nil` if the manifest no longer lists it.
  package init(of component: ComponentName, at path: TreePath?) {
    (self.component, isPlain) = (component, path?.isRoot ?? false)
  }

  /// Creates the naming of the tag of a release as its record has it, whatever the manifest lists
  /// now.
  package init(of component: ComponentName, _ release: Release) {
    (self.component, isPlain) = (component, !release.parts.isEmpty && release.folder == nil)
  }

  /// The tag of a version, without `refs/tags/`.
  package func tag(_ version: SemanticVersion) -> String {
    isPlain ? version.description : "\(component)/\(version)"
  }

  /// The version of a tag with such a name; `nil` for any other.
  package func version(of tag: some StringProtocol) -> SemanticVersion? {
    if isPlain { return try? SemanticVersion(String(tag)) }
    let prefix = "\(component)/"
    guard tag.hasPrefix(prefix) else { return nil }
    return try? SemanticVersion(String(tag.dropFirst(prefix.count)))
  }
}

extension Manifest {
  /// The naming of the tags that the next releases of a component get.
  package func tagNaming(of component: ComponentName) -> TagNaming {
    TagNaming(of: component, at: components[component]?.path)
  }
}

extension Release {
  /// The tag that the registry gives it.
  package func ownTag(of component: ComponentName) -> String {
    TagNaming(of: component, self).tag(version)
  }

  /// The name of its tag: the one that it was adopted from, or that of every release.
  package func tagName(of component: ComponentName) -> String {
    tag ?? ownTag(of: component)
  }
}

extension ReleaseLog {
  /// The last release before a version that is not withdrawn.
  ///
  /// - Parameter date: When the version was released; only earlier withdrawals count.
  package func availableRelease(
    before version: SemanticVersion,
    at date: RecordDate? = nil
  ) -> Release? {
    let limit = date?.secondsSince1970 ?? .max
    let available = releases.filter { release in
      yank(of: release.version).map { $0.date.secondsSince1970 > limit } ?? true
    }
    return available.lazy.map(\.version).predecessor(of: version).flatMap { release($0) }
  }

  /// The release that a version follows in its history: one that is not withdrawn, if there is one.
  package func release(before version: SemanticVersion) -> Release? {
    availableRelease(before: version)
      ?? releases.lazy.map(\.version).predecessor(of: version).flatMap { release($0) }
  }
}

extension Array where Element: Sendable {
  /// The results of `transform` in the same order, computed on all processors.
  package func concurrentMap<Value: Sendable>(_ transform: @Sendable (Element) -> Value) -> [Value]
  {
    let values = Mutex([Value?](repeating: nil, count: count))
    share(among: nil) { take in
      while let index = take() {
        let value = transform(self[index])
        values.withLock { $0[index] = value }
      }
    }
    return values.withLock(\.self).compactMap(\.self)
  }

  /// The same for work that reads a repository: a repository belongs to one task, so each worker opens
  /// its own.
  ///
  /// - Parameters:
  ///   - workers: The number of threads; `nil` for one on each processor. More are of use where the
  ///     work mostly waits, as for servers.
  ///   - prepare: What each worker does with its repository first.
  package func concurrentMap<Value: Sendable>(
    reading gitDirectory: String,
    workers: Int? = nil,
    preparing prepare: @Sendable (borrowing Repository) throws -> Void = { _ in },
    _ transform: @Sendable (Element, borrowing Repository) throws -> Value
  ) -> [Result<Value, OperationError>] {
    let values = Mutex([Result<Value, OperationError>?](repeating: nil, count: count))
    share(among: workers) { take in
      do {
        let repository = try Repository.open(at: gitDirectory)
        try prepare(repository)
        while let index = take() {
          let value = Result { () throws(OperationError) in
            try unifyingErrors { try transform(self[index], repository) }
          }
          values.withLock { $0[index] = value }
        }
      } catch {
        while let index = take() { values.withLock { $0[index] = .failure(OperationError(error)) } }
      }
    }
    return values.withLock(\.self).compactMap(\.self)
  }

  /// Calls `work` on each of several threads with a function that hands out every index once.
  private func share(among workers: Int?, _ work: @Sendable (_ take: () -> Int?) -> Void) {
    let next = Mutex(0)
    let take: @Sendable () -> Int? = { [count] in
      next.withLock { next in
        defer { next += 1 }
        return next < count ? next : nil
      }
    }
    guard let workers else {
      let processors = Swift.min(count, ProcessInfo.processInfo.activeProcessorCount)
      return DispatchQueue.concurrentPerform(iterations: processors) { _ in work(take) }
    }
    // Dispatch limits the work of all loops to the number of processors, and not that of a queue.
    withoutActuallyEscaping(work) { work in
      let group = DispatchGroup()
      let queue = DispatchQueue(label: "concurrent-map", attributes: .concurrent)
      for _ in 0..<Swift.min(count, workers) { queue.async(group: group) { work(take) } }
      group.wait()
    }
  }
}
