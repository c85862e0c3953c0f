package import Errors
import Files
package import GitValues
import PackageManifest
import Processes

/// Runs manifests with `swift package dump-package`, each alone in an empty folder and without the
/// variables of this process: what a client gets is what is read.
///
/// Documentation/Decisions/computed-manifests.md explains what it protects from.
package struct ManifestEvaluator: Sendable {
  private let results: EvaluationResults
  private let limit: Duration

  /// A compiler on a machine with much other work takes some seconds.
  package static let usualLimit = Duration.seconds(60)

  /// - Parameters:
  ///   - cache: A folder for results; `nil` to keep none.
  ///   - limit: A manifest that takes longer is refused.
  package init(cache: String?, limit: Duration = usualLimit) {
    results = EvaluationResults(folder: cache)
    self.limit = limit
  }

  /// The variables that compilers and toolchains need.
  private static let variables: Set = [
    "DEVELOPER_DIR", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "SDKROOT",
    "SWIFTLY_BIN_DIR", "SWIFTLY_HOME_DIR", "SWIFTLY_TOOLCHAINS_DIR", "TOOLCHAINS", "USER",
  ]

  /// - Parameters:
  ///   - folder: The package's, from the root of the repository.
  ///   - starting: Called if the result is not known yet.
  /// - Throws: `notEvaluated`, with the first error of the toolchain.
  package func output(
    of manifest: [UInt8],
    in folder: TreePath,
    starting: () -> Void
  ) throws(OperationError) -> EvaluationOutput {
    if let known = results.result(of: manifest, in: folder) { return known }
    starting()
    do {
      let scratch = try TemporaryFolder()
      let (root, json) = try run(manifest, in: folder, scratch: LocalFile.realPath(scratch.path))
      guard let output = try? EvaluationOutput(json: json, root: root) else {
        throw OperationError(
          .notEvaluated,
          "what 'swift package dump-package' prints for the manifest cannot be read"
        )
      }
      results.keep(json, root, of: manifest, in: folder)
      return output
    } catch let error as OperationError where error.code == .unreachable {
      throw OperationError(
        .notEvaluated,
        "the manifest does not end within \(limit.components.seconds) s when it is run",
        help: "find out with 'swift package dump-package' what it waits for"
      )
    } catch {
      let error = OperationError(error)
      throw OperationError(.notEvaluated, error.message, help: error.help)
    }
  }

  /// - Returns: The JSON, and the folder that is the root of the repository in it.
  private func run(
    _ manifest: [UInt8],
    in folder: TreePath,
    scratch: String
  ) throws -> (root: String, output: [UInt8]) {
    let root = "\(scratch)/repository"
    let package = folder.isRoot ? root : "\(root)/\(folder)"
    let file = "\(package)/Package.swift"
    for folder in [package, "\(scratch)/temporary"] { try LocalFile.makeDirectories(folder) }
    try LocalFile.fill(file, with: manifest)
    var tool = ToolProcess(
      program: "swift",
      arguments: ["package", "--package-path", package, "--manifest-cache", "none"]
        + ["scratch", "cache", "config", "security"].flatMap {
          ["--\($0)-path", "\(scratch)/\($0)"]
        } + ["dump-package"]
    )
    tool.inherited = Self.variables
    tool.environment = ["TMPDIR": "\(scratch)/temporary"]
    tool.confinement = scratch
    var outcome = try tool.runUnattended(limit: limit, total: limit)
    if outcome.status != 0 {
      // The account's cache of modules may lack some, as that of a new account, and is read only.
      tool.environment["CLANG_MODULE_CACHE_PATH"] = "\(scratch)/modules"
      outcome = try tool.runUnattended(limit: limit, total: limit)
    }
    guard outcome.status == 0 else {
      throw OperationError(
        .notEvaluated,
        "the toolchain cannot run the manifest: \(Self.complaint(outcome.errors))",
        help: "'swift package dump-package' in the package's folder shows all of it"
      )
    }
    try Self.checkUntouched(root: root, package: package, manifest: manifest)
    return (root, Array(outcome.output.utf8))
  }

  /// The first error of the compiler, or else of the package manager, which has the whole command.
  private static func complaint(_ errors: String) -> String {
    let lines = errors.split(whereSeparator: \.isNewline)
    let faults = lines.filter { $0.contains("error: ") }
    let line =
      faults.first { $0.contains(".swift:") } ?? faults.first ?? lines.first ?? "no reason given"
    return line.firstRange(of: "error: ").map { String(line[$0.upperBound...]) } ?? String(line)
  }

  /// Throws if the manifest wrote something beside itself or into itself.
  private static func checkUntouched(root: String, package: String, manifest: [UInt8]) throws {
    var folder = package
    var expected = "Package.swift"
    while true {
      if let name = try LocalFile.names(in: folder).first(where: { $0 != expected }) {
        throw OperationError(
          .notEvaluated,
          "the manifest writes '\(name)' when it is run, expected one that writes nothing"
        )
      }
      if folder == root { break }
      (expected, folder) = (LocalFile.name(of: folder), LocalFile.parent(of: folder))
    }
    guard try LocalFile.read("\(package)/Package.swift") == manifest else {
      throw OperationError(.notEvaluated, "the manifest changes itself when it is run")
    }
  }
}
