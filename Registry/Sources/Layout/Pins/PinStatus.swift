package import Errors
package import RegistryModel
package import Versioning
package import Workspace

/// The releases that a scaffold is built from, and how far behind they are.
package struct ScaffoldPins: Hashable, Sendable {
  package let scaffold: ScaffoldName
  /// Every component of the manifest, by name.
  package let components: [PinnedComponent]

  package init(scaffold: ScaffoldName, components: [PinnedComponent]) {
    self.scaffold = scaffold
    self.components = components
  }
}

/// The pin and the release of one component in a scaffold.
package struct PinnedComponent: Hashable, Sendable {
  package let name: ComponentName
  /// `nil` for a component that is not pinned.
  package let pin: Pin?
  /// The release that it is built from; `nil` for the working tree.
  package let release: SemanticVersion?
  /// Whether that release was withdrawn.
  package let isYanked: Bool
  /// The highest release that is not withdrawn; a pre-release only if there is no other.
  package let latest: SemanticVersion?
  /// The number of higher stable releases that are not withdrawn.
  package let behind: Int
}

/// Reads the pins and releases of each scaffold, from the manifest in the working tree.
package struct PinStatus: Sendable {
  /// As it was typed; `nil` for all.
  private let scaffold: String?

  package init(of scaffold: String? = nil) {
    self.scaffold = scaffold
  }

  package func run(in workspace: borrowing Workspace) throws(OperationError) -> [ScaffoldPins] {
    let document = try workspace.currentDocument()
    var scaffolds = document.manifest.scaffolds
    if let scaffold {
      let found = try unifyingErrors { try document.manifest.scaffold(named: scaffold) }
      scaffolds = [found.name: found.scaffold]
    }
    return try pins(of: scaffolds, document, in: workspace)
  }

  /// The releases that each scaffold is built from in a commit.
  package func run(
    at state: RegistryState,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [ScaffoldPins] {
    try unifyingErrors {
      try state.manifest.scaffolds.sorted { $0.key < $1.key }.map { name, scaffold in
        try pins(of: scaffold, name, state, releasedIn: state, in: workspace)
      }
    }
  }

  /// The same for scaffolds with pins.
  package func runForPinned(
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [ScaffoldPins] {
    let document = try workspace.currentDocument()
    let pinned = document.manifest.scaffolds.filter { !$1.pins.isEmpty }
    return try pins(of: pinned, document, in: workspace)
  }

  private func pins(
    of scaffolds: [ScaffoldName: Scaffold],
    _ document: ManifestDocument,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [ScaffoldPins] {
    guard !scaffolds.isEmpty, let state = try workspace.committedState() else { return [] }
    return try unifyingErrors {
      let current = state.replacing(document)
      return try scaffolds.sorted { $0.key < $1.key }.map { name, scaffold in
        try pins(of: scaffold, name, current, releasedIn: state, in: workspace)
      }
    }
  }

  private func pins(
    of scaffold: Scaffold,
    _ name: ScaffoldName,
    _ current: RegistryState,
    releasedIn state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> ScaffoldPins {
    let releases = try ScaffoldResolution(name: name, scaffold: scaffold, state: current)
      .releases(in: workspace)
    return ScaffoldPins(
      scaffold: name,
      components: try current.manifest.components.keys.sorted().map { component in
        try pinned(component, scaffold, releases[component], state, in: workspace)
      }
    )
  }

  private func pinned(
    _ name: ComponentName,
    _ scaffold: Scaffold,
    _ release: Release?,
    _ state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> PinnedComponent {
    let log = try workspace.log(of: name, in: state)
    let proper = log.availableReleases.map(\.version).filter { !$0.isPrerelease }
    return PinnedComponent(
      name: name,
      pin: scaffold.pins[name],
      release: release?.version,
      isYanked: release.map { log.yank(of: $0.version) != nil } ?? false,
      latest: log.latestRelease?.version,
      behind: release.map { release in proper.count { $0 > release.version } } ?? 0
    )
  }
}
