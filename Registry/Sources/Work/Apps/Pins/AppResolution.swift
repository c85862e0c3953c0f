package import Base
package import Git
package import Model
package import Versions

/// The releases that an app's pins lead to: the pinned ones, and what they require.
package struct AppResolution {
  package let name: AppName
  package let app: App
  package let state: RegistryState
  /// The previous resolution, if it is known; otherwise it is read.
  var previous: ResolvedReleases?
  /// Components that may move from their resolved releases.
  var updated: Set<ComponentName> = []

  package init(
    name: AppName,
    app: App,
    state: RegistryState,
    previous: ResolvedReleases? = nil,
    updated: Set<ComponentName> = []
  ) {
    self.name = name
    self.app = app
    self.state = state
    self.previous = previous
    self.updated = updated
  }

  /// A component that is not in the answer is built from the working tree.
  package func releases(in workspace: borrowing Workspace) throws -> [ComponentName: Release] {
    guard let question = try question(in: workspace) else { return [:] }
    let releases = try question.answer(app: name)
    try checkListed(releases)
    return releases
  }

  /// The resolution request; `nil` if nothing is pinned.
  package func question(in workspace: borrowing Workspace) throws -> AppQuestion? {
    var pins: [ComponentName: VersionRequirement] = [:]
    var workingTree: Set<ComponentName> = []
    for (component, pin) in app.pins {
      switch pin {
      case .requirement(let requirement): pins[component] = requirement
      case .workingTree: workingTree.insert(component)
      }
    }
    guard !pins.isEmpty else { return nil }
    let previous = try (previous ?? workspace.resolved(in: state)).apps[name] ?? [:]
    let logs = try logs(of: pins, except: workingTree, in: workspace)
    for (component, pin) in pins.sorted(by: { $0.key < $1.key }) {
      try check(pin, of: component, logs[component], previous[component])
    }
    let request = ResolutionRequest(
      pins: pins,
      releases: logs.mapValues(AppQuestion.choices),
      previous: previous,
      update: updated,
      workingTree: workingTree
    )
    return AppQuestion(request: request, logs: logs)
  }

  /// Throws for a release of a component that the manifest does not list.
  private func checkListed(_ releases: [ComponentName: Release]) throws(OperationError) {
    let unlisted = releases.keys.filter { state.manifest.components[$0] == nil }
    guard let component = unlisted.min() else { return }
    let dependents = releases.filter { $0.value.requires[component] != nil }
    let dependent = dependents.min { $0.key < $1.key }
    throw OperationError(
      .unknownComponent,
      dependent.map { name, release in
        "'\(name)' \(release.version) requires '\(component)', which the manifest does not list"
      } ?? "the manifest does not list '\(component)'",
      help: "list it under \"components\", with the folder to put it in",
      context: "app '\(name)'"
    )
  }

  /// The logs of all components that any release could require.
  private func logs(
    of pins: [ComponentName: VersionRequirement],
    except workingTree: Set<ComponentName>,
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: ReleaseLog] {
    var logs: [ComponentName: ReleaseLog] = [:]
    var open = Set(pins.keys)
    while !open.isEmpty {
      let names = open.sorted()
      open = []
      for (name, log) in zip(names, try workspace.logs(of: names, in: state)) {
        logs[name] = log
        for release in log.releases { open.formUnion(release.requires.keys) }
      }
      open = open.filter { logs[$0] == nil && !workingTree.contains($0) }
    }
    return logs
  }

  /// Throws for a pin that no release can meet, regardless of other pins.
  private func check(
    _ pin: VersionRequirement,
    of component: ComponentName,
    _ log: ReleaseLog?,
    _ previous: SemanticVersion?
  ) throws(OperationError) {
    guard let log, !log.releases.isEmpty else {
      try state.refusePrivate(component)
      throw OperationError(
        .unknownRelease,
        "'\(name)' pins '\(component)', which was never released",
        help: "release it first: 'registry bump \(component)"
          + (state.manifest.components[component]?.baseline == nil ? " 1.0.0'" : "'")
      )
    }
    let meeting = log.releases.filter { pin.contains($0.version) }
    guard let last = meeting.last else {
      let nearest = pin.namedVersions.first.flatMap { version in
        Suggestion.nearest(to: version, in: log.releases.map(\.version))
      }
      throw OperationError(
        .unknownRelease,
        "no release of '\(component)' meets the pin '\(pin)' of '\(name)'",
        help: nearest.map { "the nearest is '\($0)'" }
      )
    }
    guard meeting.allSatisfy({ log.yank(of: $0.version) != nil && $0.version != previous }),
      let yank = log.yank(of: last.version)
    else { return }
    throw OperationError(
      .yankedRelease,
      "every release that meets the pin '\(pin)' of '\(name)' is withdrawn, '\(component)'"
        + " \(last.version) for this reason: \(yank.reason)",
      help: Suggestion.nearest(
        to: last.version,
        in: log.releases.map(\.version).filter { log.yank(of: $0) == nil }
      ).map { "the nearest that is not withdrawn is '\($0)'" }
    )
  }
}

extension Manifest {
  /// The selected app: the one named, or the only one, or the only one with that product.
  func app(
    meant text: String?,
    product: String? = nil
  ) throws(OperationError) -> (name: AppName, app: App) {
    if let text { return try unifyingErrors { try app(named: text) } }
    let known = apps.keys.map(\.text).sorted()
    guard let (name, app) = apps.first else { throw .noApp }
    guard known.count == 1 else {
      let named = apps.filter { $0.value.product != nil && $0.value.product == product }
      if named.count == 1, let (name, app) = named.first { return (name, app) }
      throw OperationError(
        .severalApps,
        "the manifest lists \(known.count) apps, expected one to be named",
        help: "name one of them with '--app': \(known.joined(separator: ", "))"
      )
    }
    return (name, app)
  }
}

extension OperationError {
  static let noApp = OperationError(
    .noApp,
    "the manifest lists no app",
    help: "add it under \"apps\", as in \"app\": { \"path\": \".\", \"pins\": {} }"
  )
}

extension Workspace {
  /// The path of the resolution, beside the manifest.
  package var resolvedPath: TreePath { registryPath.appending(Self.resolvedName) }

  private static let resolvedName = TreePath(known: "resolved.json")

  /// The previous resolution; empty if there is none.
  package func resolved(in state: RegistryState) throws(OperationError) -> ResolvedReleases {
    try unifyingErrors {
      let bytes: [UInt8]? =
        switch state.origin {
        case .commit(_, let tree): try content(of: resolvedPath, in: tree)
        case .workingFiles: try workingPath(resolvedPath).flatMap { try LocalFile.read($0) }
        }
      return try bytes.map { try read($0) } ?? ResolvedReleases()
    }
  }

  /// - Throws: With help for writing the file again: all of it follows from the pins.
  private func read(_ bytes: [UInt8]) throws(OperationError) -> ResolvedReleases {
    do throws(OperationError) {
      return try ResolvedReleases(reading: bytes, file: resolvedPath.string)
    } catch {
      if error.code == .unknownSchema { throw error }
      throw OperationError(
        error.code,
        error.message,
        help:
          "run 'registry resolve' to write it again; in a merge, first take either side and commit",
        context: error.context
      )
    }
  }
}

/// The resolution request of one app, with the release logs for it.
package struct AppQuestion {
  /// The request, with the versions that the last resolution chose.
  package var request: ResolutionRequest
  /// The logs of all components that the pins lead to.
  package let logs: [ComponentName: ReleaseLog]

  /// The release of each component that is needed.
  package func answer(app: AppName) throws(OperationError) -> [ComponentName: Release] {
    let versions: [ComponentName: SemanticVersion]
    do {
      versions = try request.resolved()
    } catch {
      let reasons = error.reasons.enumerated().map { "\n  \($0 + 1). \($1)" }
      throw OperationError(
        .unresolvable,
        error.message + reasons.joined(),
        help: error.help,
        context: "app '\(app)'"
      )
    }
    var releases: [ComponentName: Release] = [:]
    for (component, version) in versions {
      releases[component] = logs[component]?.release(version)
    }
    return releases
  }

  static func choices(_ log: ReleaseLog) -> [ResolutionRequest.Release] {
    log.releases.map { release in
      ResolutionRequest.Release(
        release.version,
        requirements: release.requires,
        isYanked: log.yank(of: release.version) != nil
      )
    }
  }
}
