import Base
import Git
import ManifestEditor

/// The parts of a manifest that its published form does without: the dependencies on components that
/// are left out, and the targets that need these, all of which only tests need.
struct OmittedParts {
  /// The parts of the text to remove.
  private(set) var spans: [SourceSpan] = []
  /// The omitted dependencies and targets, by their indices in the manifest.
  private(set) var dependencies: Set<Int> = []
  private(set) var targets: Set<Int> = []
  /// Why something cannot be left out.
  private(set) var faults: [OperationError] = []

  private let manifest: LocatedManifest

  /// - Parameters:
  ///   - components: The components that the dependencies lead to.
  ///   - meaning: The component that a reference names; `nil` for none.
  init(
    of manifest: LocatedManifest,
    _ components: [Int: PublishedComponent],
    meaning: (ManifestSites.Reference) -> PublishedComponent?
  ) {
    self.manifest = manifest
    for site in manifest.sites.pathDependencies + manifest.sites.urlDependencies {
      guard let component = components[site.index], component.isOmitted else { continue }
      dependencies.insert(site.index)
      leaveOut(
        site.element,
        "the dependency on '\(component.name)', \(component.omission.words),",
        at: manifest.textDependencies[site.index].position,
        list: "dependencies"
      )
    }
    if dependencies.isEmpty { return }
    let published = Set(manifest.productTargets.map(\.name))
    for reference in manifest.sites.references {
      guard let component = meaning(reference), component.isOmitted else { continue }
      let owners = manifest.sites.targets.indices.filter { index in
        manifest.sites.targets[index].dependencies.contains { $0.contains(reference.span) }
      }
      targets.formUnion(owners)
      let needing = owners.first { published.contains(manifest.textTargets[$0].name) }
      if owners.isEmpty {
        faults.append(Self.unowned(component, at: reference.position))
      } else if let needing {
        faults.append(
          OperationError.needed(
            component,
            by: manifest.textTargets[needing].name,
            at: reference.position
          )
        )
      }
    }
    addDependents()
    for index in targets.sorted() where !published.contains(manifest.textTargets[index].name) {
      let site = manifest.sites.targets[index]
      leaveOut(
        site.element,
        "the target '\(manifest.textTargets[index].name)', which needs a private component,",
        at: site.position,
        list: "targets"
      )
    }
  }

  /// Whether a place goes with what is left out.
  func contain(_ span: SourceSpan) -> Bool {
    spans.contains { $0.contains(span) }
  }

  /// Adds the targets that need others which are left out.
  private mutating func addDependents() {
    var isComplete = false
    while !isComplete {
      let names = Set(targets.map { manifest.textTargets[$0].name })
      let found = manifest.textTargets.indices.filter { index in
        !targets.contains(index)
          && manifest.textTargets[index].ownDependencies.contains(where: names.contains)
      }
      targets.formUnion(found)
      isComplete = found.isEmpty
    }
  }

  private mutating func leaveOut(
    _ element: SourceSpan?,
    _ what: String,
    at position: SourcePosition,
    list: String
  ) {
    if let element {
      spans.append(element)
      return
    }
    faults.append(
      OperationError(
        .tooDynamic,
        "\(what) cannot be left out: it is not an element of a list",
        at: position,
        help: "write it in '\(list): […]'"
      )
    )
  }

  private static func unowned(
    _ component: PublishedComponent,
    at position: SourcePosition
  ) -> OperationError {
    OperationError(
      .tooDynamic,
      "cannot tell which targets need '\(component.name)', \(component.omission.words)",
      at: position,
      help: "write it in the dependencies of the test targets that need it"
    )
  }
}

extension OperationError {
  static func needed(
    _ component: PublishedComponent,
    by target: String,
    at position: SourcePosition
  ) -> OperationError {
    guard component.omission == .isPrivate else {
      return OperationError(
        .dependencyCycle,
        "the target '\(target)' needs '\(component.name)', \(component.omission.words)",
        at: position,
        help: "let only test targets depend on it"
      )
    }
    return OperationError(
      .privateComponent,
      "the target '\(target)' needs '\(component.name)', which is private and never released",
      at: position,
      help:
        "remove \"private\" from '\(component.name)' in the registry's manifest, or let only test"
        + " targets depend on it"
    )
  }
}

extension PublishedComponent.Omission? {
  /// For messages, behind the component's name.
  var words: String { self == .cycle ? "which needs this package" : "which is private" }
}
