import Git
import Model
import Reports
import Versions

/// Tells which pages of components may differ from those of the last run.
///
/// A key stands for all that a page shows: the component's own releases and notes, and what its
/// neighbours are.
struct PageKeys {
  private let snapshot: RegistrySnapshot
  private let state: ExportState
  private let summaries: [ComponentName: ComponentSummary]
  private let notes: [ComponentName: String]
  private let documentation: DocumentationFolder
  /// The components that require each one.
  private var dependents: [ComponentName: [ComponentName]] = [:]
  /// What all pages depend on.
  private let rules: String

  init(
    _ snapshot: RegistrySnapshot,
    _ state: ExportState,
    _ summaries: [ComponentName: ComponentSummary],
    _ overview: RegistryOverview,
    notes: [ComponentName: String],
    documentation: DocumentationFolder
  ) {
    (self.snapshot, self.state, self.summaries) = (snapshot, state, summaries)
    (self.notes, self.documentation) = (notes, documentation)
    for component in overview.components { dependents[component.name] = component.requiredBy }
    let manifest = snapshot.manifest
    let layers = manifest.layers.sorted { $0.key < $1.key }.map { name, layer in
      "\(name): \(layer.mayUse.map(\.text).sorted().joined(separator: " "))"
    }
    let exceptions = manifest.exceptions.sorted { $0.key < $1.key }.map { name, allowed in
      "\(name)! \(allowed.keys.map(\.text).sorted().joined(separator: " "))"
    }
    let author = manifest.mirrorAuthor?.description ?? ""
    rules = ExportDigest.text(of: layers + exceptions + [author])
  }

  func key(of entry: RegistrySnapshot.Entry) -> String {
    let manifest = snapshot.manifest
    let requires = summaries[entry.name]?.requires ?? [:]
    let neighbours = requires.keys.sorted() + (dependents[entry.name] ?? [])
    let pins = manifest.apps.sorted { $0.key < $1.key }
      .compactMap { name, app in app.pins[entry.name].map { "\(name) \($0)" } }
    return ExportDigest.text(
      of: [
        rules, state.components[entry.name]?.key ?? "", notes[entry.name] ?? "",
        documentation.stamp(of: entry.name),
      ] + pins
        + ([entry.name] + neighbours).map(fact)
    )
  }

  private func fact(of name: ComponentName) -> String {
    let component = snapshot.manifest.components[name]
    let summary = summaries[name]
    let requires = (summary?.requires ?? [:]).sorted { $0.key < $1.key }
      .map { "\($0) \($1)" }.joined(separator: " ")
    return "\(name) \(component?.path.description ?? "-") \(component?.layer?.text ?? "-")"
      + " \(summary?.latest?.version.description ?? "-") \(requires)"
  }
}
