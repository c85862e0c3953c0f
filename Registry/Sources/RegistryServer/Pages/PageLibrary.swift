import Git
import GitValues
import Inspection
import Layout
import PublishedForm
import RegistryContent
import RegistryModel
import Synchronization
import Versioning
import Workspace

/// The contents of the pages, computed from the current snapshot.
///
/// The summary of a log never changes and is cached for as long as the log is served.
final class PageLibrary: Sendable {
  private let registry: ServedRegistry
  private let summaries = Mutex<[ObjectID: ComponentSummary]>([:])

  init(_ registry: ServedRegistry) {
    self.registry = registry
  }

  func overview(of snapshot: RegistrySnapshot) async throws -> RegistryOverview {
    var found: [ComponentName: ComponentSummary] = [:]
    for entry in snapshot.components { found[entry.name] = try await summary(of: entry) }
    forgetAll(but: registry.snapshot)
    return RegistryOverview(snapshot, found)
  }

  func graph(of snapshot: RegistrySnapshot) async throws -> ComponentGraph {
    ComponentGraph(
      snapshot.manifest,
      try await overview(of: snapshot),
      hidden: snapshot.hidden
    )
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
    let index = try await registry.releases(of: entry)
    let notes = try await registry.access.read { try $0.releaseNotes(at: snapshot.commit) }
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

  private func summary(of entry: RegistrySnapshot.Entry) async throws -> ComponentSummary {
    if let log = entry.log, let known = summaries.withLock({ $0[log] }) { return known }
    let summary = ComponentSummary(try await registry.releases(of: entry))
    if let log = entry.log { summaries.withLock { $0[log] = summary } }
    return summary
  }

  private func forgetAll(but snapshot: RegistrySnapshot) {
    summaries.withLock { summaries in
      guard summaries.count > snapshot.logs.count else { return }
      summaries = summaries.filter { snapshot.logs.contains($0.key) }
    }
  }
}
