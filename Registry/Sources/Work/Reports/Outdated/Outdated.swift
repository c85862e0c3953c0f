import Apps
package import Base
package import Model
package import Versions

/// Finds components with a newer release, and the reasons that prevent an update.
package struct Outdated: Sendable {
  /// As it was typed; `nil` for all.
  private let app: String?

  package init(of app: String? = nil) {
    self.app = app
  }

  /// The apps that pin something, by name.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> [AppMoves] {
    try unifyingErrors {
      var moves: [AppMoves] = []
      for resolution in try workspace.appResolutions(of: app) {
        guard let question = try resolution.question(in: workspace) else { continue }
        moves.append(try Self.moves(question, of: resolution.name))
      }
      return moves
    }
  }

  private static func moves(
    _ question: AppQuestion,
    of app: AppName
  ) throws -> AppMoves {
    let current = try question.answer(app: app)
    var updated = question
    updated.request.update = Set(question.logs.keys)
    let fitting = try updated.answer(app: app)
    var components: [OutdatedRelease] = []
    for (name, release) in current.sorted(by: { $0.key < $1.key }) {
      guard let log = question.logs[name], let newest = log.latestRelease?.version,
        release.version < newest
      else { continue }
      let moved = fitting[name] ?? release
      components.append(
        OutdatedRelease(
          name: name,
          current: release.version,
          fitting: moved.version,
          newest: newest,
          holders: moved.version < newest
            ? holders(of: name, below: newest, among: fitting, updated) : []
        )
      )
    }
    return AppMoves(app: app, components: components, count: current.count)
  }

  private static func holders(
    of name: ComponentName,
    below newest: SemanticVersion,
    among fitting: [ComponentName: Release],
    _ question: AppQuestion
  ) -> [OutdatedRelease.Holder] {
    var holders: [OutdatedRelease.Holder] = []
    if let pin = question.request.pins[name], !pin.contains(newest) { holders.append(.pin(pin)) }
    for (other, release) in fitting.sorted(by: { $0.key < $1.key }) where other != name {
      if let requirement = release.requires[name], !requirement.contains(newest) {
        holders.append(.release(other, release.version, requirement))
      }
    }
    guard holders.isEmpty else { return holders }
    // No component prevents it, so its own requirements do.
    var request = question.request
    request.pins[name] = .exact(newest.withoutBuildMetadata)
    do throws(ResolutionError) {
      _ = try request.resolved()
      return []
    } catch {
      return [.pins(error.pins.filter { $0 != name })]
    }
  }
}

/// The components of an app that have a newer release.
package struct AppMoves: Hashable, Sendable {
  package let app: AppName
  /// The components that are built from a release that is not the newest, in the order of their
  /// names.
  package let components: [OutdatedRelease]
  /// The number of components that are built from a release.
  package let count: Int
}

/// A component that is built from another release than its newest.
package struct OutdatedRelease: Hashable, Sendable {
  package let name: ComponentName
  /// The version of the release that the app is built from.
  package let current: SemanticVersion
  /// The version that `registry resolve --update` would choose.
  package let fitting: SemanticVersion
  /// The highest release that is not withdrawn; a pre-release only if there is no other.
  package let newest: SemanticVersion
  /// The requirements that the newest release does not fit; none if it fits.
  package let holders: [Holder]

  /// A requirement that keeps a component from its newest release.
  package enum Holder: Hashable, Sendable {
    case pin(VersionRequirement)
    case release(ComponentName, SemanticVersion, VersionRequirement)
    /// It would fit alone, but what it requires does not go together with these pins.
    case pins([ComponentName])
  }
}

extension Workspace {
  /// The apps as the person sees the manifest, against the releases of the branch.
  ///
  /// - Parameter app: As it was typed; `nil` for all, by name.
  func appResolutions(of app: String?) throws -> [AppResolution] {
    let manifest = try currentManifest()
    var apps = manifest.apps
    if let app {
      let found = try manifest.app(named: app)
      apps = [found.name: found.app]
    }
    guard let state = try committedState() else { return [] }
    let current = state.replacing(try ManifestDocument(manifest, file: state.document.file))
    return apps.sorted { $0.key < $1.key }.map { name, app in
      AppResolution(name: name, app: app, state: current)
    }
  }
}
