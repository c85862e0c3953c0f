package import Errors
package import ManifestEvaluation
package import RegistryModel
import Synchronization

extension Workspace {
  /// How the packages' manifests are read, as the registry's manifest says.
  ///
  /// - Parameter release: That the packages' manifests are of; `nil` for those of a commit. What was
  ///   uploaded is never run.
  package func manifestReading(
    _ manifest: Manifest,
    of release: Release? = nil
  ) throws(OperationError) -> ManifestReading {
    guard manifest.evaluatesManifests, release?.isUploaded != true else { return .parsing }
    return try runningManifests()
  }

  /// Lets the toolchain run the packages' manifests, for a person who asked for what only that tells.
  package func runningManifests() throws(OperationError) -> ManifestReading {
    ManifestReading(
      try evaluator.evaluator { () throws(OperationError) in
        try cacheFolder("manifests")
      }
    )
  }
}

/// The evaluator of a workspace, made when a manifest is to be run.
final class KnownEvaluator: Sendable {
  private let known = Mutex<ManifestEvaluator?>(nil)

  func evaluator(
    _ cache: () throws(OperationError) -> String
  ) throws(OperationError) -> ManifestEvaluator {
    if let evaluator = known.withLock({ $0 }) { return evaluator }
    let new = ManifestEvaluator(cache: try cache())
    known.withLock { $0 = new }
    return new
  }
}
