package import Base
import Checks
import Model
import SemverRules
package import Versions

/// How the version of a candidate is chosen.
///
/// A requested version is known before the public interface is compared; any other version follows
/// from the comparison.
enum VersionRule: Sendable {
  /// The version that a person requested.
  case asked(SemanticVersion)
  /// The lowest version that the public interface allows.
  case interface
  /// The version that commits, interface and dependencies require together.
  case reasons
  /// The version of its group, which a person requested or which follows from the reasons.
  case group(SemanticVersion, isAsked: Bool)

  /// - Parameters:
  ///   - last: The version that an increment starts from; `nil` for 0.0.0.
  ///   - taken: An increment is repeated until its version is free.
  init(
    _ choice: VersionChoice,
    after last: SemanticVersion?,
    _ taken: TakenVersions
  ) throws(OperationError) {
    self =
      switch choice {
      case .exactly(let version): .asked(version)
      case .step(let increment):
        .asked(try taken.free(from: last ?? SemanticVersion(0, 0, 0), by: increment))
      case .lowestAllowed: .interface
      }
  }

  var asked: SemanticVersion? {
    switch self {
    case .asked(let version), .group(let version, isAsked: true): version
    case .interface, .reasons, .group: nil
    }
  }

  /// Whether a person requested a release and no version.
  var isLowest: Bool { if case .interface = self { true } else { false } }

  /// Whether a person requested the release, so that a refusal is an error of the command.
  var isOfPerson: Bool {
    switch self {
    case .asked, .interface, .group(_, isAsked: true): true
    case .reasons, .group: false
    }
  }

  /// Whether the component is released only if it has changed.
  var needsChanges: Bool {
    switch self {
    case .asked, .interface: true
    case .reasons, .group: false
    }
  }

  /// The release that the next one must be compatible with: none that is withdrawn.
  func promise(in log: ReleaseLog) -> Release? {
    switch self {
    case .asked(let version), .group(let version, isAsked: true): log.promise(before: version)
    case .interface: log.latestRelease
    case .reasons, .group:
      log.greatestAvailable.flatMap { last in
        last.version.isPrerelease ? log.promise(before: last.version) : last
      }
    }
  }

  /// - Parameters:
  ///   - level: The greatest change among all reasons.
  ///   - evidence: `nil` if nothing was compared.
  ///   - taken: A version that was not requested is the next free one.
  func version(
    of subject: ReleaseSubject,
    after log: ReleaseLog,
    _ level: InterfaceLevel,
    _ evidence: InterfaceEvidence?,
    _ taken: TakenVersions
  ) throws -> SemanticVersion {
    let start = subject.baseline?.version
    let lowest: SemanticVersion
    switch self {
    case .asked(let version), .group(let version, _): return version
    case .interface, .reasons:
      if let start, !subject.isChanged {
        lowest = start
      } else if case .interface = self {
        let evidence = evidence ?? .unchecked
        lowest =
          try start.map {
            try evidence.lowestAllowedVersion(after: $0, promise: $0, atLeast: level)
          } ?? evidence.lowestAllowedVersion(after: log, atLeast: level)
      } else if let last = start ?? log.greatestAvailable?.version {
        lowest = try level.version(after: last, promise: start ?? promise(in: log)?.version)
      } else {
        lowest = SemanticVersion(1, 0, 0)
      }
    }
    return try taken.free(from: lowest)
  }
}

extension InterfaceLevel {
  /// The version that a plan gives to the next release of a component: a pre-release is followed by
  /// another one, because only a person decides that it is stable.
  ///
  /// - Parameters:
  ///   - last: The greatest release.
  ///   - promise: The release that the next one must be compatible with, if there is one.
  func version(
    after last: SemanticVersion,
    promise: SemanticVersion?
  ) throws(OperationError) -> SemanticVersion {
    guard last.isPrerelease else { return lowestAllowedVersion(after: last) }
    let label = try last.prereleaseLabel
    let next = try last.incremented(.prerelease(label))
    guard let promise, next.core < lowestAllowedVersion(after: promise) else { return next }
    // It announces less than the change requires.
    return switch self {
    case .breaking where promise.major != 0: try promise.incremented(.premajor(label))
    case .breaking: try promise.incremented(.preminor(label))
    case .additive where promise.major != 0: try promise.incremented(.preminor(label))
    case .additive, .unchanged: try promise.incremented(.prepatch(label))
    }
  }
}

/// The request for the version of a release.
package enum VersionChoice: Hashable, Sendable {
  case exactly(SemanticVersion)
  /// An increment of the component's current release; of 0.0.0 if it was never released.
  case step(VersionIncrement)
  /// The lowest version that the changes of the public interface allow.
  case lowestAllowed

  /// The number of a version that is increased.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    case major
    case minor
    case patch
  }

  /// Reads the arguments of a command line.
  ///
  /// - Parameter prerelease: A label such as `beta`; alone, it requests the next pre-release.
  /// - Throws: For an invalid version, and for arguments that exclude each other.
  package init(
    version: String?,
    part: Part?,
    prerelease: String?
  ) throws(OperationError) {
    self = try unifyingErrors {
      let label = try prerelease.map { try PrereleaseLabel($0) }
      switch (version, part, label) {
      case (let version?, nil, nil): return .exactly(try SemanticVersion(version))
      case (nil, .major?, nil): return .step(.major)
      case (nil, .minor?, nil): return .step(.minor)
      case (nil, .patch?, nil): return .step(.patch)
      case (nil, .major?, let label?): return .step(.premajor(label))
      case (nil, .minor?, let label?): return .step(.preminor(label))
      case (nil, .patch?, let label?): return .step(.prepatch(label))
      case (nil, nil, nil): return .lowestAllowed
      case (nil, nil, let label?): return .step(.prerelease(label))
      default:
        throw OperationError(
          .noVersion,
          "expected either a version or one of '--major', '--minor', '--patch' and '--pre'",
          help: "name the version to release, such as '1.0.0'"
        )
      }
    }
  }
}
