import Git
import GitValues
import Inspection
import Layout
import PublishedForm
import RegistryContent
import RegistryModel
import Versioning
import Workspace

/// The contents of the pages, computed once for each commit.
final class PageLibrary: Sendable {
  private let registry: ServedRegistry
  private let overviews = CommitValues<String, RegistryOverview>()
  private let graphs = CommitValues<String, ComponentGraph>()
  private let notes = CommitValues<String, ReleaseNotes?>()

  init(_ registry: ServedRegistry) {
    self.registry = registry
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
    let notes = try await notes.value("", at: snapshot.commit) { [registry] in
      try await registry.access.read { try $0.releaseNotes(at: snapshot.commit) }
    }
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

extension RegistrySnapshot {
  /// Tells the parts of a snapshot apart that tokens include.
  fileprivate var part: String {
    hidden.map(\.text).sorted().joined(separator: " ")
  }
}
