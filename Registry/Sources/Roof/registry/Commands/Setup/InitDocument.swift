import Base
import Content
import Git
import Model
import Releases
import Versions

/// The packages that a manifest lists, or would list, and what prevents their release.
struct InitDocument: Document {
  let result: AdoptRepository.Result
  /// `done`, `planned` for a dry run, or `unchanged` if the manifest lists everything already.
  let written: WrittenOutcome
  /// The command to type after this one.
  let next: String

  /// - Parameter repetition: The same command without `--dry-run`.
  init(_ result: AdoptRepository.Result, _ mode: WritingMode, repetition: String) {
    self.result = result
    written = WrittenOutcome(result, "done", mode)
    next =
      written.plan != nil
      ? repetition
      : !result.proposal.manifest.components.isEmpty
        ? Self.isUnchanged(result) ? "registry status" : "registry plan"
        : Self.ignored(result) != nil
          ? "registry init"
          : !result.targets.isEmpty || result.computesApp
            ? "registry extract --plan"
            : result.proposal.manifest.apps.isEmpty ? "registry serve" : "registry new NAME"
  }

  var members: JSONMembers {
    [
      "outcome": written.outcome,
      "manifest": result.manifestPath,
      "scope": manifest.scope,
      "release": manifest.release.rawValue,
      "components": manifest.components.sorted { $0.key < $1.key }.map { name, component in
        [
          "name": name,
          "path": component.path,
          "layer": component.layer,
          "new": result.proposal.newComponents.contains(name),
          "private": component.isPrivate ? true : nil,
        ] as JSONMembers
      },
      "apps": manifest.apps.sorted { $0.key < $1.key }.map { name, app in
        [
          "name": name,
          "path": app.path,
          "product": app.product,
          "new": result.proposal.newApps.contains(name),
        ] as JSONMembers
      },
      "layers": layers,
      "rootFiles": result.proposal.newRootFiles,
      "leftOut": result.proposal.leftOut.map {
        ["path": $0.path, "reason": $0.reason.rawValue] as JSONMembers
      },
      "evaluated": evaluated,
      "targets": result.targets.isEmpty
        ? nil : Dictionary(uniqueKeysWithValues: result.targets.map { ($0.description, $1) }),
      "tags": result.past.schemes.map {
        ["pattern": $0.pattern.text, "count": $0.count, "example": $0.example] as JSONMembers
      },
      "matchedTags": result.past.matchedTags,
      "adopted": adopted.map { component, release in
        [
          "component": component,
          "version": release.version,
          "tag": release.tag ?? "",
          "source": release.source,
        ] as JSONMembers
      },
      "notAdopted": result.past.refused,
      "baselines": baselines.map { component, baseline in
        [
          "component": component,
          "version": baseline.version,
          "source": baseline.source,
          "tag": baseline.tag,
        ] as JSONMembers
      },
      "findings": result.findings,
      "commit": written.commit,
      "plan": written.plan,
      "next": next,
    ]
  }
}

extension InitDocument {
  var manifest: Manifest { result.proposal.manifest }

  /// Whether all components that can be released are at baselines of the commit that was read, so that
  /// there is nothing to release.
  private static func isUnchanged(_ result: AdoptRepository.Result) -> Bool {
    let released = result.proposal.manifest.components.filter { !$0.value.isPrivate }
    return !released.isEmpty
      && released.keys.allSatisfy { name in
        result.past.baselines[name].map { $0.tag == nil } ?? false
      }
  }

  /// A folder of packages that git ignores, as it does with what a line that `swift package init`
  /// writes names.
  var ignored: AdoptionProposal.LeftOut? { Self.ignored(result) }

  private static func ignored(_ result: AdoptRepository.Result) -> AdoptionProposal.LeftOut? {
    result.proposal.leftOut.first { $0.reason == .ignored }
  }

  /// What a person has to do before the next command, if it is not to find the same again.
  var firstStep: String? {
    if written.plan == nil, result.findings.contains(where: \.isError) {
      return "fix the errors, commit, then "
    }
    guard written.plan == nil, manifest.components.isEmpty, let ignored else { return nil }
    return "commit the packages in '\(ignored.path.description.printable)', then "
  }

  var layers: [LayerName] {
    manifest.layers.sorted {
      ($0.value.mayUse.count, $0.key) < ($1.value.mayUse.count, $1.key)
    }.map(\.key)
  }

  /// By package whose manifest was run, the paths of its dependencies.
  var evaluated: [TreePath: [String]] {
    Dictionary(
      uniqueKeysWithValues: result.evaluated.map { path, dependencies in
        (path, dependencies.map { path.way(to: $0) })
      }
    )
  }

  var adopted: [(component: ComponentName, release: Release)] {
    result.past.releases.sorted { $0.key < $1.key }.flatMap { name, releases in
      releases.map { (name, $0) }
    }
  }

  /// Those that this run sets.
  var baselines: [(component: ComponentName, baseline: Baseline)] {
    result.past.baselines.sorted { $0.key < $1.key }.map { ($0, $1) }
  }
}

extension AdoptedPast.RefusedTag: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "tag": tag,
      "component": component,
      "rule": error.code.rawValue,
      "message": message,
      "help": error.help,
    ]
  }

  var message: String {
    [error.context, error.message].compactMap(\.self).joined(separator: ": ")
  }
}
