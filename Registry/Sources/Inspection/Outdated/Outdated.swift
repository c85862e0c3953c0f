package import Errors
import Layout
import RegistryModel
import Resolution
import Versioning
package import Workspace

/// Finds components with a newer release, and the reasons that prevent an update.
package struct Outdated: Sendable {
  /// As it was typed; `nil` for all.
  private let scaffold: String?

  package init(of scaffold: String? = nil) {
    self.scaffold = scaffold
  }

  /// The scaffolds that pin something, by name.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> [ScaffoldMoves] {
    try unifyingErrors {
      var moves: [ScaffoldMoves] = []
      for resolution in try workspace.scaffoldResolutions(of: scaffold) {
        guard let question = try resolution.question(in: workspace) else { continue }
        moves.append(try Self.moves(question, of: resolution.name))
      }
      return moves
    }
  }

  private static func moves(
    _ question: ScaffoldQuestion,
    of scaffold: ScaffoldName
  ) throws -> ScaffoldMoves {
    let current = try question.answer(scaffold: scaffold)
    var updated = question
    updated.request.update = Set(question.logs.keys)
    let fitting = try updated.answer(scaffold: scaffold)
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
    return ScaffoldMoves(scaffold: scaffold, components: components, count: current.count)
  }

  private static func holders(
    of name: ComponentName,
    below newest: SemanticVersion,
    among fitting: [ComponentName: Release],
    _ question: ScaffoldQuestion
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
