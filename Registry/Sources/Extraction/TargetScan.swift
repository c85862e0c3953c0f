import Errors
import Git
import GitValues
import PackageManifest
import Synchronization

/// What all sources of a target say.
struct TargetScan: Sendable {
  /// Where something is declared.
  struct Place: Sendable {
    let file: TreePath
    let line: Int
  }

  private(set) var imports: Set<String> = []
  private(set) var declared: Set<String> = []
  private(set) var words: Set<String> = []
  private(set) var packageNames: [String: Place] = [:]

  mutating func add(_ scan: SourceScan, of file: TreePath) {
    imports.formUnion(scan.imports)
    declared.formUnion(scan.declared)
    words.formUnion(scan.words)
    for (name, line) in scan.packageNames where packageNames[name] == nil {
      packageNames[name] = Place(file: file, line: line)
    }
  }
}

/// The scans of files by their content: most files stay as they are from one step to the next.
final class SourceScans: Sendable {
  /// With stacks for chains of calls of any length.
  private static let threads = ParsingThreads(secondsToWait: 60, greatestAbandonedCount: 2)
  private let known = Mutex<[ObjectID: SourceScan]>([:])

  func scan(
    _ blob: ObjectID,
    in repository: borrowing Repository
  ) throws(OperationError) -> SourceScan {
    if let scan = known.withLock({ $0[blob] }) { return scan }
    let bytes = try repository.unverifiedBlob(blob)
    let scan = try Self.threads.run { SourceScan(bytes) }
    known.withLock { $0[blob] = scan }
    return scan
  }
}
