import APICompatibility
import Interfaces
import RegistryModel
import Versioning
import Workspace

/// How the version of a candidate is chosen.
///
/// What a person asked for is known before the public interface is compared; any other version
/// follows from the comparison, so that no check runs on a guess.
enum VersionRule: Sendable {
  /// A person said which.
  case asked(SemanticVersion)
  /// The lowest that the public interface allows.
  case interface
  /// The one that commits, interface and dependencies together ask for.
  case reasons
  /// The one that its group gets, which a person asked for or which follows from the reasons.
  case group(SemanticVersion, isAsked: Bool)

  /// - Parameter last: The greatest release, which a step starts from; 0.0.0 where there is none.
  init(_ choice: VersionChoice, after last: SemanticVersion?) throws(VersioningError) {
    self =
      switch choice {
      case .exactly(let version): .asked(version)
      case .step(let increment):
        .asked(try (last ?? SemanticVersion(0, 0, 0)).incremented(increment))
      case .leastHonest: .interface
      }
  }

  var asked: SemanticVersion? {
    switch self {
    case .asked(let version), .group(let version, isAsked: true): version
    case .interface, .reasons, .group: nil
    }
  }

  /// Whether a person asked for the release, who is to be told of what stands against it.
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

  /// The release whose promises have to be kept.
  func promise(in log: ReleaseLog) -> Release? {
    switch self {
    case .asked(let version), .group(let version, isAsked: true): log.promise(before: version)
    case .interface: log.lastPromise
    case .reasons, .group:
      log.currentRelease.flatMap { last in
        last.version.isPrerelease ? log.promise(before: last.version) : last
      }
    }
  }

  /// - Parameters:
  ///   - level: What all reasons together ask of those who use the component.
  ///   - evidence: `nil` if nothing was compared.
  func version(
    of subject: ReleaseSubject,
    after log: ReleaseLog,
    _ level: InterfaceLevel,
    _ evidence: InterfaceEvidence?
  ) throws -> SemanticVersion {
    switch self {
    case .asked(let version), .group(let version, _): return version
    case .interface:
      if let start = subject.baseline?.version {
        guard subject.isChanged else { return start }
        return try (evidence ?? .unchecked).leastHonestVersion(after: start, promise: start)
      }
      return try (evidence ?? .unchecked).leastHonestVersion(after: log)
    case .reasons:
      if let start = subject.baseline?.version {
        guard subject.isChanged else { return start }
        return try NextVersion(after: start, promise: start).version(level)
      }
      guard let last = log.currentRelease?.version else { return SemanticVersion(1, 0, 0) }
      return try NextVersion(after: last, promise: promise(in: log)?.version).version(level)
    }
  }
}
