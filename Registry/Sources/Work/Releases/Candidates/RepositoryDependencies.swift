import Base
import Content
import Git
import ManifestEditor
import ManifestForms
import Model
import Versions

/// The requirements of a package on components that it names by the URLs of their own repositories.
struct RepositoryDependencies {
  private(set) var requires: [ComponentName: VersionRequirement] = [:]
  private var written: [ComponentName: VersionRequirement] = [:]
  /// The components by URL, as the manifests write it.
  private(set) var published: [String: PublishedComponent] = [:]

  /// - Parameters:
  ///   - leftOut: The dependencies that the published form does without.
  ///   - unwritten: Those whose written requirements do not count, because their releases, or the files
  ///     that write them, are not known yet.
  /// - Throws: As ``Publication`` does for paths, and for requirements that cannot be read or that the
  ///   manifests of the package do not agree on.
  init(
    of name: ComponentName,
    _ component: Component,
    _ files: [LocatedManifest],
    leavingOut leftOut: Set<ComponentName>,
    allowsPrereleases: Bool,
    ignoring unwritten: Publication.UnknownRequirements,
    base: ReleaseBase,
    in workspace: borrowing Workspace
  ) throws {
    for file in files {
      for (url, other, written) in base.places.repositories.dependencies(of: file, besides: name) {
        let place = "\(component.path)/\(file.fileName):\(written.position)"
        let refusal = base.layers.refusal(of: other, usedBy: name, file: base.state.document.file)
        if let refusal { throw refusal.of(place) }
        let dependency = try base.state.manifest.component(named: other.text)
        let products = try Publication.products(
          of: dependency.component,
          base,
          workspace.repository
        )
        if leftOut.contains(other) {
          published[url] = PublishedComponent(
            omitting: other.text,
            because: .cycle,
            products: products
          )
          continue
        }
        if base.state.manifest.kind(of: component) == .public {
          try Publication.refuseInternal(other, neededBy: name, in: base.state, at: place)
        }
        let required = try located(in: component.path) {
          try VersionRequirement(file.requirement(of: written))
        }
        if let first = self.written[other], first != required {
          throw OperationError(
            .requirementUnmet,
            "'\(name)' requires '\(other)' \(first) and \(required), expected one requirement",
            help: "write the same versions in all manifests of the package",
            context: place
          )
        }
        self.written[other] = required
        var own = component
        own.requires[other] = unwritten.contains(other, of: name, base) ? nil : required
        var recorded = try Publication.requirement(
          of: name,
          own,
          allowsPrereleases: allowsPrereleases,
          dependency,
          base,
          workspace,
          isWrittenAt: file.isEvaluated
            ? "that '\(component.path)/\(file.fileName)' computes" : "at \(place)"
        )
        if base.areReleasedTogether(name, other),
          let current = try workspace.log(of: other, in: base.state).greatestAvailable
        {
          recorded = recorded.raised(to: current.version.withoutBuildMetadata)
        }
        requires[other] = recorded
        published[url] = PublishedComponent(
          name: other.text,
          requirement: recorded.swiftArguments,
          products: products,
          replacesRequirement: recorded != required
        )
      }
    }
  }
}
