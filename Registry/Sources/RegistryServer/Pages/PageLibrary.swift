import Git
import GitValues
import Inspection
import Layout
import NIOCore
import PublishedForm
import RegistryContent
import RegistryModel
import Versioning
import Workspace

/// The pages and their contents, made once for each commit.
final class PageLibrary: Sendable {
  /// One form of a page, for those who may see the same and use the same address.
  struct Key: Hashable, Sendable {
    let form: String
    /// Path and query.
    let target: String
    let base: String
    fileprivate var part = ""

    init(_ form: String, _ target: String, base: String) {
      (self.form, self.target, self.base) = (form, target, base)
    }
  }

  private static let bound = 32 << 20
  /// The approximate size of a page without its text.
  private static let overhead = 1 << 10

  private let registry: ServedRegistry
  private let overviews = CommitValues<String, RegistryOverview>()
  private let graphs = CommitValues<String, ComponentGraph>()
  private let notes = CommitValues<String, ReleaseNotes?>()
  private let pages = CommitValues<Key, ByteBuffer>(bound: bound) { $0.readableBytes + overhead }

  init(_ registry: ServedRegistry) {
    self.registry = registry
  }

  /// The text of a page.
  func page(
    _ key: Key,
    of snapshot: RegistrySnapshot,
    _ render: @escaping @Sendable () async throws -> String
  ) async throws -> ByteBuffer {
    var key = key
    key.part = snapshot.part
    return try await pages.value(key, at: snapshot.commit) {
      ByteBuffer(string: try await render())
    }
  }

  func overview(of snapshot: RegistrySnapshot) async throws -> RegistryOverview {
    try await overviews.value(snapshot.part, at: snapshot.commit) { [registry] in
      var found: [ComponentName: ComponentSummary] = [:]
      for entry in snapshot.components {
        found[entry.name] = try await registry.releases(of: entry, in: snapshot).rendered.summary
      }
      return RegistryOverview(snapshot, found)
    }
  }

  func graph(of snapshot: RegistrySnapshot) async throws -> ComponentGraph {
    let overview = try await overview(of: snapshot)
    return try await graphs.value(snapshot.part, at: snapshot.commit) {
      ComponentGraph(snapshot.manifest, overview, hidden: snapshot.hidden)
    }
  }

  func scaffolds(of snapshot: RegistrySnapshot) async throws -> ScaffoldReport {
    let pins = try await registry.access.read { workspace in
      try PinStatus().run(at: workspace.state(at: snapshot.commit), in: workspace)
    }
    return ScaffoldReport(
      scope: snapshot.manifest.scope,
      scaffolds: pins,
      hidden: snapshot.hidden
    )
  }

  func history(of entry: RegistrySnapshot.Entry, in snapshot: RegistrySnapshot) async throws
    -> ComponentHistory
  {
    let index = try await registry.index(of: entry)
    let notes = try await notes(of: snapshot)
    let overview = try await overview(of: snapshot)
    let products = try await registry.access.read { workspace -> [String] in
      guard let latest = index.latest else { return [] }
      // The page is shown even if the manifest cannot be read.
      let release = try? PublishedRelease(component: entry.name, release: latest)
      return ((try? release?.products(from: workspace.repository)) ?? nil) ?? []
    }
    return ComponentHistory(
      entry,
      index,
      in: snapshot.manifest,
      overview,
      products: products,
      notes: { notes?.notes(of: entry.name, $0.version) }
    )
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

extension RegistrySnapshot {
  /// Tells the parts of a snapshot apart that tokens include.
  fileprivate var part: String {
    hidden.map(\.text).sorted().joined(separator: " ")
  }
}
