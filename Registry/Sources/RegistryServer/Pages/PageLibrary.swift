import Git
import GitValues
import Inspection
import Layout
import PublishedForm
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

  func overview(of snapshot: Snapshot) async throws -> RegistryOverview {
    var found: [ComponentName: ComponentSummary] = [:]
    for entry in snapshot.components { found[entry.name] = try await summary(of: entry) }
    forgetAll(but: registry.snapshot)
    return RegistryOverview(snapshot, found)
  }

  func graph(of snapshot: Snapshot) async throws -> ComponentGraph {
    ComponentGraph(
      snapshot.manifest,
      try await overview(of: snapshot),
      hidden: snapshot.hidden
    )
  }

  func scaffolds(of snapshot: Snapshot) async throws -> ScaffoldReport {
    let pins = try await registry.access.read { workspace in
      try PinStatus().run(at: workspace.state(at: snapshot.commit), in: workspace)
    }
    return ScaffoldReport(
      scope: snapshot.manifest.scope,
      scaffolds: pins,
      hidden: snapshot.hidden
    )
  }

  func history(of entry: Snapshot.Entry, in snapshot: Snapshot) async throws -> ComponentHistory {
    let index = try await registry.releases(of: entry)
    let notes = try await registry.access.read { try $0.releaseNotes(at: snapshot.commit) }
    let overview = try await overview(of: snapshot)
    let dependents = overview.components.compactMap { component in
      component.summary.requires[entry.name].map {
        ComponentHistory.Requirement(component: component.name, requirement: $0)
      }
    }
    let products = try await registry.access.read { workspace -> [String] in
      guard let latest = index.latest else { return [] }
      // The page is shown even if the manifest cannot be read.
      let release = PublishedRelease(component: entry.name, release: latest)
      return ((try? release.products(from: workspace.repository)) ?? nil) ?? []
    }
    return ComponentHistory(
      scope: snapshot.manifest.scope,
      name: entry.name,
      path: entry.component?.path,
      layer: entry.component?.layer,
      latest: index.latest?.version,
      products: products,
      releases: index.releases.map { release in
        ComponentHistory.Item(
          release: release,
          yank: index.yank(of: release),
          notes: notes?.notes(of: entry.name, release.version)
        )
      },
      requiredBy: dependents,
      pinnedBy: snapshot.manifest.scaffolds.sorted { $0.key < $1.key }
        .compactMap { name, scaffold in scaffold.pins[entry.name].map { (name, $0) } }
    )
  }

  private func summary(of entry: Snapshot.Entry) async throws -> ComponentSummary {
    if let log = entry.log, let known = summaries.withLock({ $0[log] }) { return known }
    let summary = ComponentSummary(try await registry.releases(of: entry))
    if let log = entry.log { summaries.withLock { $0[log] = summary } }
    return summary
  }

  private func forgetAll(but snapshot: Snapshot) {
    summaries.withLock { summaries in
      guard summaries.count > snapshot.logs.count else { return }
      summaries = summaries.filter { snapshot.logs.contains($0.key) }
    }
  }
}
