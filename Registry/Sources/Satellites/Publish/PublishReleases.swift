package import Base
package import Content
import Git
package import Model
import Releases
package import Sharing
import Synchronization
package import Versions

/// Sends recorded releases to a registry that lacks them, dependencies before dependents.
///
/// What the registry has is read from it, so that a run that was stopped, or one in another clone,
/// continues where the last one ended. A release that is there is never replaced.
package struct PublishReleases: Sendable {
  private let selection: PublishSelection
  private let place: RemotePlace
  private let progress: @Sendable (OperationProgress) -> Void
  /// Members to add to the metadata of each release, or to replace in it.
  private let metadata: [String: JSONValue]
  /// Signs the metadata of signed releases; `nil` without a key.
  private let signer: ReleaseSigner?

  /// A registry, with the authorization for it.
  package struct RemotePlace: Sendable {
    package let address: RegistryAddress
    let authorization: Authorization?
    /// The registry as the manifest has it; `nil` for one that takes all components.
    let target: PublishTarget?

    /// Told for how many seconds the registry asks to wait.
    package var waiting: @Sendable (Int) -> Void = { _ in }
    /// Waits for so many seconds.
    package var pause: @Sendable (Int) -> Void = RemoteRegistry.sleep

    package init(
      _ address: RegistryAddress,
      _ authorization: Authorization?,
      target: PublishTarget? = nil
    ) {
      (self.address, self.authorization, self.target) = (address, authorization, target)
    }
  }

  package init(
    _ selection: PublishSelection,
    to place: RemotePlace,
    metadata: [String: JSONValue] = [:],
    signer: ReleaseSigner? = nil,
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) {
    (self.selection, self.place) = (selection, place)
    (self.metadata, self.progress) = (metadata, progress)
    self.signer = signer
  }

  /// The releases that were sent, and why others were not.
  package struct Result: Sendable {
    package let address: RegistryAddress
    /// The releases in the order in which they were sent.
    package var releases: [PublishedItem]
    /// The number of chosen releases, those included that the run did not come to.
    package var chosen = 0
    /// Whether a signal ended the run before all was sent.
    package var isInterrupted = false
    /// Whether the run ended because all that it sent was refused.
    package var isHopeless = false
  }

  /// How many uploads there are at once.
  private static let workers = 4

  /// After so many refusals, and nothing that was taken, a run ends: a registry counts refusals, and
  /// makes who goes on wait.
  private static let mostRefusals = 10

  /// Sends the chosen releases that the registry lacks, dependencies before dependents.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors { try perform(in: workspace, isDry: false) }
  }

  /// The result that ``run(in:)`` would have, as far as can be known before; nothing is sent.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors { try perform(in: workspace, isDry: true) }
  }

  private func perform(in workspace: borrowing Workspace, isDry: Bool) throws -> Result {
    guard let tip = workspace.tip else { throw OperationError.noCommit() }
    let state = try workspace.state(at: tip)
    let chosen = try selection.releases(of: place.target, at: state, in: workspace)
    let known = try releasesThere(of: chosen.keys.sorted(), state.manifest.scope, in: workspace)
    let folders = try workspace.signatureFolders(in: workspace.repository.commit(tip).tree)
    let total = chosen.values.reduce(0) { $0 + $1.releases.count }
    let done = Mutex(0)
    let isStopped = Mutex(false)
    let tally = Mutex(Tally())
    var result = Result(address: place.address, releases: [])
    result.chosen = total
    var failed: Set<ComponentName> = []
    let levels = ComponentOrder.levels(of: chosen.mapValues(\.log))
    for (number, level) in levels.enumerated() {
      let blocked = failed
      var uploads: [[ReleaseUpload]] = []
      for name in level {
        var items: [ReleaseUpload] = []
        for release in chosen[name]?.releases ?? [] {
          // The selection has no internal releases.
          guard let archive = release.archive else { continue }
          let signature = try workspace.repository.signature(of: release, in: folders[name.text])
          let isSignedLater = signature?.manifests.isEmpty == false
          let upload = ReleaseUpload(
            component: name,
            release: release,
            archive: archive,
            yank: chosen[name]?.log.yank(of: release.version),
            isWithdrawnThere: known[name]?[release.version],
            manifest: state.manifest,
            place: place,
            metadata: metadata,
            signature: isSignedLater ? nil : signature,
            signer: signer,
            isDry: isDry
          )
          items.append(upload)
        }
        uploads.append(items)
      }
      // Oldest first, one after the other: some registries take only newer versions.
      let items = uploads.concurrentMap(
        reading: workspace.repository.gitDirectory,
        workers: Self.workers,
        preparing: { try $0.storeInMemory() }
      ) { uploads, repository in
        var items: [PublishedItem] = []
        for upload in uploads where !isStopped.withLock(\.self) {
          let item = upload.run(from: repository, without: blocked)
          items.append(item)
          let isHopeless = tally.withLock { tally in
            tally.add(item)
            return tally.isHopeless
          }
          let isLast =
            isHopeless || item.error.map(Self.isFinal) == true
            || PostponedInterruption.isRequested
          if isLast { isStopped.withLock { $0 = true } }
          let count = done.withLock { count in
            count += 1
            return count
          }
          progress(OperationProgress("publishing", completed: count, total: total))
        }
        return items
      }
      var sent = try items.flatMap { try $0.get() }
      if number + 1 < levels.count, !isStopped.withLock(\.self) {
        try settle(&sent, of: Array(uploads.joined()))
      }
      result.releases += sent
      failed = Set(result.releases.filter { $0.error != nil }.map(\.component))
      if isStopped.withLock(\.self) { break }
    }
    result.isInterrupted = PostponedInterruption.isRequested
    result.isHopeless = tally.withLock(\.isHopeless)
    return result
  }

  /// Waits until the registry has what it accepted, for those that depend on it; a minute at most.
  private func settle(_ items: inout [PublishedItem], of uploads: [ReleaseUpload]) throws {
    var open = items.indices.filter { items[$0].outcome == .accepted }
    guard !open.isEmpty else { return }
    let folder = try TemporaryFolder()
    _ = try place.registry(in: folder.path).askingForAMinute { () -> Bool? in
      open.removeAll { index in
        guard let item = uploads[index].settled() else { return false }
        items[index] = item
        return true
      }
      return open.isEmpty ? true : nil
    }
  }

  /// The answers of the registry to what was sent.
  private struct Tally {
    private var taken = 0
    private var refused = 0

    var isHopeless: Bool { taken == 0 && refused >= PublishReleases.mostRefusals }

    mutating func add(_ item: PublishedItem) {
      switch item.outcome {
      case .published, .accepted: taken += 1
      case .failed where [.forbidden, .remoteRefusal].contains(item.error?.code): refused += 1
      default: break
      }
    }
  }

  /// Whether the same would happen to every other release.
  private static func isFinal(_ error: OperationError) -> Bool {
    [.unauthorized, .unreachable, .tooManyRequests].contains(error.code)
  }

  private func releasesThere(
    of names: [ComponentName],
    _ scope: ScopeName,
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: [SemanticVersion: Bool]] {
    let found = names.concurrentMap(
      reading: workspace.repository.gitDirectory,
      workers: Self.workers
    ) { name, _ in
      let folder = try TemporaryFolder()
      return try place.registry(in: folder.path).versions(of: name, in: scope)
    }
    return try Dictionary(zip(names, found.map { try $0.get() })) { first, _ in first }
  }
}

extension PublishReleases.RemotePlace {
  func registry(in folder: String) -> RemoteRegistry {
    var registry = RemoteRegistry(address: address, authorization: authorization, folder: folder)
    registry.waiting = waiting
    registry.pause = pause
    return registry
  }
}

/// A release that was to be published, with the result.
package struct PublishedItem: Sendable {
  /// The result of publishing a release.
  package enum Outcome: String, Sendable {
    case published
    /// The registry has exactly this content.
    case unchanged
    /// The registry has it and is still processing it.
    case accepted
    /// It would be sent.
    case planned
    /// It was withdrawn, and is not sent.
    case withdrawn
    /// The registry refused it, or has other content.
    case failed
    /// It depends on a component that was not published.
    case waiting
  }

  package let component: ComponentName
  package let version: SemanticVersion
  /// The checksum of its archive.
  package let archive: ArchiveChecksum
  package let outcome: Outcome
  /// Whether it is withdrawn here, but not at the registry.
  package let isStillOffered: Bool
  /// The reason why it failed or waits.
  package var error: OperationError?
}

/// The choice of the releases to publish.
package struct PublishSelection: Sendable {
  private let components: [String]
  private let versions: [(component: String, version: SemanticVersion)]
  private let since: String?

  /// - Parameters:
  ///   - texts: Names, groups, patterns, and releases such as `Payments@1.4.0`; none for all.
  ///   - since: A revision that has the releases that are left out.
  package init(_ texts: [String], since: String?) throws(OperationError) {
    var components: [String] = []
    var versions: [(component: String, version: SemanticVersion)] = []
    for text in texts {
      let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        components.append(text)
        continue
      }
      let version = try SemanticVersion(String(parts[1]))
      versions.append((String(parts[0]), version))
    }
    (self.components, self.versions, self.since) = (components, versions, since)
  }

  struct Chosen: Sendable {
    let log: ReleaseLog
    /// Oldest version first.
    var releases: [Release]
  }

  /// - Parameter target: The registry in the manifest; `nil` for one that takes all.
  func releases(
    of target: PublishTarget?,
    at state: RegistryState,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [ComponentName: Chosen] {
    var chosen: [ComponentName: Chosen] = [:]
    let isAll = components.isEmpty && versions.isEmpty
    var names: [ComponentName] = isAll ? workspace.loggedComponents(in: state) : []
    for text in components {
      names += try workspace.loggedComponents(matching: text, of: state.manifest, in: state)
    }
    if isAll, let target { names = names.filter(target.has) }
    let unique = Set(names).sorted()
    for (name, log) in zip(unique, try workspace.logs(of: unique, in: state)) {
      let published = try unifyingErrors { try log.published() }
      if !isAll, published.releases.isEmpty { try state.refuseInternal(name) }
      chosen[name] = Chosen(log: published, releases: published.releases)
    }
    if isAll, chosen.values.allSatisfy(\.releases.isEmpty) { try state.refuseAllInternal() }
    for (text, version) in versions {
      let name = try workspace.loggedComponent(named: text, of: state.manifest, in: state)
      if chosen[name]?.releases.contains(where: { $0.version == version }) == true { continue }
      let log = try workspace.log(of: name, in: state)
      let release = try log.release(version, of: name)
      if release.isInternal { throw .internalRelease(version, of: name) }
      chosen[name, default: Chosen(log: log, releases: [])].releases.append(release)
    }
    if let since { try remove(recordedAt: since, from: &chosen, in: workspace) }
    return chosen.filter { !$0.value.releases.isEmpty }
  }

  private func remove(
    recordedAt revision: String,
    from chosen: inout [ComponentName: Chosen],
    in workspace: borrowing Workspace
  ) throws(OperationError) {
    let commit = try workspace.repository.commit(named: revision)
    let state = try workspace.state(at: commit)
    let names = chosen.keys.sorted()
    for (name, log) in zip(names, try workspace.logs(of: names, in: state)) {
      chosen[name]?.releases.removeAll { log.release($0.version) != nil }
    }
  }
}
