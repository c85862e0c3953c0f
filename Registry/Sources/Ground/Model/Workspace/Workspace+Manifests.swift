package import Base
import Git
import Synchronization

/// Whether a clone lets the toolchain run packages' manifests.
///
/// It is never decided by what the repository contains: a branch under review would decide itself
/// whether its code runs.
package enum EvaluationPermission: Hashable, Sendable {
  /// No manifest is run.
  case denied
  /// Manifests are run with the limits of ``Confinement``.
  case confined
  /// With all rights of the account.
  case unconfined

  /// The environment variable with the permission.
  package static let variable = "REGISTRY_EVALUATE"
  /// The key of git's configuration with the permission.
  package static let key = "registry.evaluate"

  init(
    variable: String?,
    configured: () throws(OperationError) -> String?
  ) throws(OperationError) {
    let value: String
    let source: String
    if let variable, !variable.isEmpty {
      (value, source) = (variable, Self.variable)
    } else if let configured = try configured() {
      (value, source) = (configured, "'\(Self.key)' in git's configuration")
    } else {
      self = .denied
      return
    }
    switch value.lowercased() {
    case "0", "false", "no", "off", "": self = .denied
    case "1", "true", "yes", "on": self = .confined
    case "unconfined": self = .unconfined
    default:
      throw OperationError(
        .invalidPath,
        "invalid value '\(value)' of \(source), expected 'true', 'false' or 'unconfined'"
      )
    }
  }
}

extension Workspace {
  /// The way to read the packages' manifests: as the registry's manifest says, and as far as this
  /// clone allows it.
  ///
  /// - Parameter release: That the packages' manifests are of; `nil` for those of a commit. What was
  ///   uploaded is never run.
  package func manifestReading(
    _ manifest: Manifest,
    of release: Release? = nil
  ) throws(OperationError) -> ManifestReading {
    guard manifest.evaluatesManifests, release?.isUploaded != true else { return .parsing }
    guard try evaluationPermission() != .denied || evaluator.isAsked else {
      return ManifestReading(
        refusing: OperationError(
          .notEvaluated,
          "only running the manifest tells what it declares, and this clone does not allow that",
          help: "if you trust this branch, 'git config \(EvaluationPermission.key) true' allows it,"
            + " confined; \(EvaluationPermission.variable)=true allows it for one run"
        )
      )
    }
    return try runningManifests()
  }

  /// The permission of this clone.
  package func evaluationPermission() throws(OperationError) -> EvaluationPermission {
    try EvaluationPermission(variable: CurrentProcess.variable(EvaluationPermission.variable)) {
      () throws(OperationError) in
      try unifyingErrors { try repository.configuration()[EvaluationPermission.key] }
    }
  }

  /// Notes that the person allows it for this run.
  package func allowEvaluation() {
    evaluator.isAsked = true
  }

  /// Lets the toolchain run the packages' manifests, for a person who asked for what only that tells.
  ///
  /// - Parameter isBuilt: Whether the person lets the toolchain build the packages anyway, without
  ///   limits: then a system that cannot confine runs their manifests, too.
  package func runningManifests(isBuilt: Bool = false) throws(OperationError) -> ManifestReading {
    let isFree =
      try evaluationPermission() == .unconfined || isBuilt && Confinement.obstacle != nil
    return ManifestReading(
      try evaluator.evaluator(isFree ? .account : .confined) { () throws(OperationError) in
        if let account = try accountCache() { return try account.folder("manifests") }
        return try cacheFolder("manifests")
      }
    )
  }
}

/// The evaluators of a workspace, made when a manifest is to be run.
final class KnownEvaluator: Sendable {
  private let known = Mutex<[ManifestEvaluator.Limits: ManifestEvaluator]>([:])
  private let asked = Mutex(false)

  /// Whether a person allows it for this run.
  var isAsked: Bool {
    get { asked.withLock(\.self) }
    set { asked.withLock { $0 = newValue } }
  }

  func evaluator(
    _ limits: ManifestEvaluator.Limits,
    _ cache: () throws(OperationError) -> String
  ) throws(OperationError) -> ManifestEvaluator {
    if let evaluator = known.withLock({ $0[limits] }) { return evaluator }
    let new = ManifestEvaluator(cache: try cache(), limits: limits)
    known.withLock { $0[limits] = new }
    return new
  }
}
