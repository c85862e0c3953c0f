import CertificateChecking
import Documenting
import Git
import GitValues
import HTTPTypes
import Inspection
import Interfaces
import Layout
import PublishedForm
import RegistryContent
import RegistryModel
import Versioning
import Workspace

/// What pages show; what all components have a part in is computed once for each commit.
final class PageLibrary: Sendable {
  /// Reading this many components takes less time than a browser needs to ask again.
  private static let mostUnread = 100

  private let registry: ServedRegistry
  /// Of the pages of releases alone, so that a long README delays only these.
  private let access: RepositoryAccess
  private let archives: ArchiveStore
  private let documentation: DocumentationFolder
  private let overviews = CommitValues<RegistryOverview>()
  private let graphs = CommitValues<ComponentGraph>()
  private let reports = CommitValues<AppReport>()
  private let feeds = CommitValues<[FeedEntry]>()
  private let notes = CommitValues<ReleaseNotes?>()

  init(
    _ registry: ServedRegistry,
    _ access: RepositoryAccess,
    _ archives: ArchiveStore,
    _ documentation: DocumentationFolder
  ) {
    (self.registry, self.access, self.archives) = (registry, access, archives)
    self.documentation = documentation
  }

  /// Computes what the pages of all components show of the served commit.
  func prepare() async {
    // Whoever asks for a page is told what is wrong.
    _ = try? await graph(of: registry.snapshot)
  }

  func overview(of snapshot: RegistrySnapshot) async throws -> RegistryOverview {
    try checkRead()
    return try await overviews.value(snapshot.part, at: snapshot.commit) { [registry] in
      var found: [ComponentName: ComponentSummary] = [:]
      for entry in snapshot.components {
        found[entry.name] = try await registry.releases(of: entry, in: snapshot).rendered.summary
      }
      return RegistryOverview(snapshot, found)
    }
  }

  /// Refuses what is made of the releases of all components while most of these have still to be read.
  private func checkRead() throws(Problem) {
    let unread = registry.unread
    guard unread.components > Self.mostUnread else { return }
    throw Problem(
      .serviceUnavailable,
      "the server was just started and has read the releases of"
        + " \(unread.all - unread.components) of \(unread.all) components: this page is"
        + " available in some seconds",
      headers: [.retryAfter: "1"]
    )
  }

  func graph(of snapshot: RegistrySnapshot) async throws -> ComponentGraph {
    let overview = try await overview(of: snapshot)
    return try await graphs.value(snapshot.part, at: snapshot.commit) {
      ComponentGraph(snapshot.manifest, overview, hidden: snapshot.hidden)
    }
  }

  func apps(of snapshot: RegistrySnapshot) async throws -> AppReport {
    try await reports.value(snapshot.part, at: snapshot.commit) { [registry] in
      let pins = try await registry.access.read { workspace in
        try PinStatus().run(at: workspace.state(at: snapshot.commit), in: workspace)
      }
      return AppReport(scope: snapshot.manifest.scope, apps: pins, hidden: snapshot.hidden)
    }
  }

  func history(of entry: RegistrySnapshot.Entry, in snapshot: RegistrySnapshot) async throws
    -> ComponentHistory
  {
    let index = try await registry.index(of: entry)
    let notes = try await notes(of: snapshot)
    let overview = try await overview(of: snapshot)
    return ComponentHistory(
      entry,
      index,
      in: snapshot.manifest,
      overview,
      notes: { notes?.notes(of: entry.name, $0.version) }
    )
  }

  /// What the page of a release shows of it.
  func facts(
    of release: Release,
    _ history: ComponentHistory,
    _ entry: RegistrySnapshot.Entry,
    in snapshot: RegistrySnapshot
  ) async throws -> ReleaseFacts {
    let releases = history.releases.map(\.release)
    var found = try await access.read { workspace in
      try ReleaseFacts(
        of: release,
        entry,
        with: releases,
        in: snapshot.manifest,
        from: workspace.repository
      )
    }
    // The page is shown even if the archive is damaged.
    let published = try PublishedRelease(component: entry.name, release: release)
    found.size = try? await archives.archive(of: published).size
    let signature = try await registry.signature(of: release, entry)
    found.signed = signature?.date
    found.signer = signature.flatMap { SignatureChecker.signer(of: $0.archive) }
    found.documentation = documentation.documentation(of: entry.name, release.version)
    return found
  }

  /// Which releases of a component have documentation, for the tag of its page.
  func documentation(of entry: RegistrySnapshot.Entry) -> String {
    documentation.stamp(of: entry.name)
  }

  /// The public API of a release; `nil` if it is not known.
  func interface(of entry: RegistrySnapshot.Entry, _ release: Release) async throws
    -> PackageInterface?
  {
    try await access.read { _ in try self.documentation.interface(of: entry.name, release.version) }
  }

  /// What changed between two releases, in the order of the versions.
  func changes(
    of entry: RegistrySnapshot.Entry,
    from old: Release,
    to new: Release
  ) async throws -> ReleaseChanges {
    try await access.read { workspace in
      let interface = { try self.documentation.interface(of: entry.name, $0) }
      return try ReleaseChanges(
        from: PublishedRelease(component: entry.name, release: old),
        to: PublishedRelease(component: entry.name, release: new),
        interfaces: (interface(old.version), interface(new.version)),
        in: workspace.repository
      )
    }
  }
}

extension PageLibrary {
  private func notes(of snapshot: RegistrySnapshot) async throws -> ReleaseNotes? {
    try await notes.value("", at: snapshot.commit) { [registry] in
      try await registry.access.read { try $0.releaseNotes(at: snapshot.commit) }
    }
  }

  /// What the feed of all components shows.
  func recent(of snapshot: RegistrySnapshot) async throws -> [FeedEntry] {
    try checkRead()
    return try await feeds.value(snapshot.part, at: snapshot.commit) { [self] in
      var recent = RecentReleases()
      for entry in snapshot.allComponents where entry.log != nil {
        let rendered = try await registry.releases(of: entry, in: snapshot).rendered
        recent.add(rendered.versions, updated: rendered.updated, of: entry.name)
      }
      var indexes: [ComponentName: ReleaseIndex] = [:]
      for name in Set(recent.items.map(\.component)) {
        guard let entry = snapshot.component(named: name) else { continue }
        indexes[name] = try await registry.index(of: entry)
      }
      return FeedEntry.entries(of: recent, indexes, try await notes(of: snapshot))
    }
  }
}

extension RegistrySnapshot {
  /// Tells the parts of a snapshot apart that tokens include.
  fileprivate var part: String {
    hidden.map(\.text).sorted().joined(separator: " ")
  }
}
