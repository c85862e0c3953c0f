import Adoption
import GitValues
import RegistryModel
import Versioning

/// The packages that a manifest lists, or would list, and what prevents their release.
struct InitDocument: Document {
  struct Component: Encodable {
    let name: String
    let path: String
    let layer: String?
    /// Whether the manifest did not list it before.
    let isNew: Bool
    /// `nil` for one that is released.
    let isPrivate: Bool?

    enum CodingKeys: String, CodingKey {
      case name, path, layer
      case isNew = "new"
      case isPrivate = "private"
    }
  }

  struct App: Encodable {
    let name: String
    let path: String
    let product: String?
    let isNew: Bool

    enum CodingKeys: String, CodingKey {
      case name, path, product
      case isNew = "new"
    }
  }

  struct LeftOut: Encodable {
    let path: String
    let reason: String
  }

  /// `done`, `planned` for a dry run, or `unchanged` if the manifest lists everything already.
  let outcome: String
  let manifest: String
  let scope: String
  let components: [Component]
  let apps: [App]
  let layers: [String]
  /// The files of the root that this run lists.
  let rootFiles: [String]
  let leftOut: [LeftOut]
  /// By package, the paths of its dependencies that only running its manifest tells.
  let evaluated: [String: [String]]
  /// The forms of the tags that could be adopted, where none was named.
  let tags: [TagScheme]
  /// How many tags name versions in the forms that were named.
  let matchedTags: Int?
  let adopted: [AdoptedRelease]
  let notAdopted: [RefusedTag]
  /// Those that this run sets.
  let baselines: [Baseline]
  let findings: [FindingDocument]
  let commit: String?
  let plan: PlanDocument?
  /// The command to type after this one.
  let next: String

  /// - Parameter repetition: The same command without `--dry-run`.
  init(_ result: AdoptRepository.Result, isDryRun: Bool, repetition: String) {
    let proposal = result.proposal
    let listed = proposal.manifest
    outcome = result.plan == nil ? "unchanged" : isDryRun ? "planned" : "done"
    manifest = result.manifestPath.description
    scope = listed.scope.text
    components = listed.components.sorted { $0.key < $1.key }.map { name, component in
      Component(
        name: name.text,
        path: component.path.description,
        layer: component.layer?.text,
        isNew: proposal.newComponents.contains(name),
        isPrivate: component.isPrivate ? true : nil
      )
    }
    apps = listed.scaffolds.sorted { $0.key < $1.key }.map { name, scaffold in
      App(
        name: name.text,
        path: scaffold.path.description,
        product: scaffold.product,
        isNew: proposal.newScaffolds.contains(name)
      )
    }
    layers = listed.layers.sorted {
      ($0.value.mayUse.count, $0.key) < ($1.value.mayUse.count, $1.key)
    }.map(\.key.text)
    rootFiles = proposal.newRootFiles.map(\.description)
    leftOut = proposal.leftOut.map {
      LeftOut(path: $0.path.description, reason: $0.reason.rawValue)
    }
    evaluated = Dictionary(
      uniqueKeysWithValues: result.evaluated.map { path, dependencies in
        (path.description, dependencies.map { path.way(to: $0) })
      }
    )
    tags = result.past.schemes.map(TagScheme.init)
    matchedTags = result.past.matchedTags
    adopted = AdoptedRelease.all(result.past)
    notAdopted = result.past.refused.map(RefusedTag.init)
    baselines = result.past.baselines.sorted { $0.key < $1.key }.map(Baseline.init)
    findings = result.findings.map(FindingDocument.init)
    commit = result.commit?.hex
    plan = isDryRun ? result.plan.map(PlanDocument.init) : nil
    next =
      plan != nil
      ? repetition
      : components.isEmpty
        ? "registry new NAME"
        : findings.contains(where: \.isError) ? "registry lint" : "registry plan"
  }
}
