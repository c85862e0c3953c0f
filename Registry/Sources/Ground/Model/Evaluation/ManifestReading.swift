package import Base
package import Git
package import ManifestEditor
package import ManifestForms
import Synchronization

/// The way to read the manifests of a repository's own packages: by their text, and by running
/// those that compute what a release needs, if the repository's owner allows that.
package struct ManifestReading: Sendable {
  private let evaluator: Result<ManifestEvaluator, OperationError>?
  private var runs = ManifestRuns { _ in }

  /// - Parameter evaluator: `nil` if no manifest may be run.
  package init(_ evaluator: ManifestEvaluator?) {
    self.evaluator = evaluator.map { .success($0) }
  }

  /// Reads manifests by their text, where those that compute would have to be run and may not be.
  ///
  /// - Parameter refusal: The reason, which is an obstacle of each manifest that computes.
  package init(refusing refusal: OperationError) {
    evaluator = .failure(refusal)
  }

  /// The way that reads manifests by their text alone.
  package static let parsing = ManifestReading(nil)

  /// The same, saying which manifest is being run, and the how many-th it is.
  ///
  /// - Parameter total: How many have to be read; `nil` if that is not known.
  package func reporting(
    of total: Int? = nil,
    to progress: @escaping @Sendable (OperationProgress) -> Void
  ) -> ManifestReading {
    var reading = self
    reading.runs = ManifestRuns(total: total, progress)
    return reading
  }

  /// The same for so many manifests that have to be run, or whose results are kept.
  package func counting(to total: Int) -> ManifestReading {
    reporting(of: total, to: runs.progress)
  }

  /// Whether manifests that compute have to be run.
  package var evaluates: Bool { evaluator != nil }

  /// Reads a manifest; what prevents that is among its obstacles.
  ///
  /// - Parameter folder: The package's, from the root of the repository.
  /// - Throws: For what is not a manifest.
  package func survey(
    _ bytes: [UInt8],
    named fileName: String = "Package.swift",
    in folder: TreePath
  ) throws(OperationError) -> LocatedManifest {
    let file = try LocatedManifest(
      surveying: bytes,
      fileName: fileName,
      packagePath: folder
    )
    guard evaluates, file.isComputed else { return file }
    do throws(OperationError) {
      return file.completed(by: try evaluate(bytes, in: folder))
    } catch {
      return file.blocked(by: error)
    }
  }

  /// The same for a manifest that must be known completely.
  package func file(
    _ bytes: [UInt8],
    named fileName: String = "Package.swift",
    in folder: TreePath
  ) throws(OperationError) -> LocatedManifest {
    let file = try survey(bytes, named: fileName, in: folder)
    if let obstacle = file.obstacles.first { throw obstacle }
    return file
  }

  /// The content of a manifest that is run.
  ///
  /// - Throws: `notEvaluated`, also if no manifest may be run.
  package func evaluate(
    _ bytes: [UInt8],
    in folder: TreePath
  ) throws(OperationError) -> EvaluatedManifest {
    try output(of: bytes, in: folder).manifest
  }

  /// The same with all that the toolchain prints.
  package func output(
    of bytes: [UInt8],
    in folder: TreePath
  ) throws(OperationError) -> EvaluationOutput {
    guard let evaluator else {
      throw OperationError(.notEvaluated, "manifests are not run here")
    }
    let number = runs.next()
    return try evaluator.get().output(of: bytes, in: folder) {
      runs.progress("\(number)running the manifest of '\(folder)'")
    }
  }
}

/// Counts the manifests of one purpose, on several threads.
private final class ManifestRuns: Sendable {
  let progress: @Sendable (OperationProgress) -> Void
  private let total: Int?
  private let count = Mutex(0)

  init(total: Int? = nil, _ progress: @escaping @Sendable (OperationProgress) -> Void) {
    (self.total, self.progress) = (total, progress)
  }

  /// The start of a line about the next one.
  func next() -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    return total.map { "\(number)/\($0) " } ?? ""
  }
}
