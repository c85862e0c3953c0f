import SeededNumbers
import Versions

/// Which release of each component requires which releases of which others; the same for the same
/// numbers.
struct RequirementGraph {
  enum Kind: String {
    /// Every release requires others of its own major version, so that the newest of all fit.
    case plain
    /// Every release requires any major version of two others, so that hardly any go together. There
    /// is one answer at least, in the middle of the versions.
    case conflicting
    /// The same with one more pin, of the last component, to the major version before that answer's.
    case unsatisfiable
  }

  /// That a component, by its number, be between two versions, the upper one excluded.
  struct Requirement {
    let component: Int
    let lower: SemanticVersion
    let upper: SemanticVersion
  }

  /// How far behind a component those that it requires are.
  private static let reach = 30
  private static let pinDistance = 10

  /// Of every component, oldest first.
  let versions: [SemanticVersion]
  /// By component, then by release.
  private(set) var requirements: [[[Requirement]]] = []
  /// What the app asks for: any release of each tenth component.
  private(set) var pins: [Requirement] = []

  private let kind: Kind
  private let majorSize: Int
  /// A release of each component that goes with those of the others.
  private let answer: [Int]

  init(_ kind: Kind, components: Int, releases: Int) {
    var random = SplitMix(seed: 1)
    self.kind = kind
    let majorSize = max(2, releases / 10)
    self.majorSize = majorSize
    versions = (0..<releases).map { Self.version($0 / majorSize, $0 % majorSize) }
    answer = (0..<components).map { _ in
      Int.random(in: releases / 4..<releases * 3 / 4, using: &random)
    }
    for component in 0..<components {
      requirements.append(asked(by: component, using: &random))
    }
    for component in stride(from: 0, to: components, by: Self.pinDistance) {
      pins.append(
        Requirement(component: component, lower: versions[0], upper: Self.version(releases, 0))
      )
    }
    if kind == .unsatisfiable, let last = answer.last {
      pins.append(requirement(on: components - 1, from: majorStart(last) - majorSize))
    }
  }

  private static func version(_ major: Int, _ minor: Int) -> SemanticVersion {
    SemanticVersion(UInt64(1 + major), UInt64(minor), 0)
  }

  /// What each release of a component requires.
  private func asked(by component: Int, using random: inout SplitMix) -> [[Requirement]] {
    let behind = component + 1..<min(answer.count, component + 1 + Self.reach)
    let others = behind.shuffled(using: &random).prefix(2).sorted()
    var releases: [[Requirement]] = []
    for release in versions.indices {
      releases.append(
        others.map { other in
          let goal = kind == .plain ? release : answer[other]
          let lower =
            kind == .plain || release == answer[component]
            ? majorStart(goal)...goal : 0...versions.count - 1
          return requirement(on: other, from: Int.random(in: lower, using: &random))
        }
      )
    }
    return releases
  }

  /// As SwiftPM's `from`: up to the next major version.
  private func requirement(on component: Int, from release: Int) -> Requirement {
    Requirement(
      component: component,
      lower: versions[release],
      upper: Self.version(release / majorSize + 1, 0)
    )
  }

  private func majorStart(_ release: Int) -> Int {
    release / majorSize * majorSize
  }
}
