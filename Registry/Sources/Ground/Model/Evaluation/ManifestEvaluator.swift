package import Base
package import Git
import ManifestEditor

/// Runs manifests with `swift package dump-package`, each alone in an empty folder and without the
/// variables of this process: what a client gets is what is read.
///
/// Documentation/Decisions/computed-manifests.md explains what it protects from.
package struct ManifestEvaluator: Sendable {
  /// The limits of a manifest that runs.
  package enum Limits: Hashable, Sendable {
    /// The limits of ``Confinement``; a system that cannot confine runs no manifest.
    case confined
    /// The limits of the account.
    case account
  }

  private let results: EvaluationResults
  private let limits: Limits
  private let limit: Duration

  /// A compiler on a machine with much other work takes some seconds.
  package static let usualLimit = Duration.seconds(60)

  /// - Parameters:
  ///   - cache: A folder for results; `nil` to keep none.
  ///   - limit: A manifest that takes longer is refused.
  package init(cache: String?, limits: Limits = .confined, limit: Duration = usualLimit) {
    results = EvaluationResults(folder: cache, limits: limits)
    (self.limits, self.limit) = (limits, limit)
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
    let arguments =
      ["package", "--package-path", package, "--manifest-cache", "none"]
      + ["scratch", "cache", "config", "security"].flatMap {
        ["--\($0)-path", "\(scratch)/\($0)"]
      } + ["dump-package"]
    var tool = try limits == .confined ? confined(arguments, scratch) : free(arguments, scratch)
    var outcome = try tool.runUnattended(limit: limit, total: limit)
    if outcome.status != 0 {
      // The account's cache of modules may lack some, as that of a new account, and is read only.
      tool.environment[Self.modules] = "\(scratch)/modules"
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

  private static let modules = "CLANG_MODULE_CACHE_PATH"

  private func free(_ arguments: [String], _ scratch: String) -> ToolProcess {
    var tool = ToolProcess(program: "swift", arguments: arguments)
    tool.inherited = Self.variables
    tool.environment = ["TMPDIR": "\(scratch)/temporary"]
    return tool
  }

  private func confined(_ arguments: [String], _ scratch: String) throws -> ToolProcess {
    if let obstacle = Confinement.obstacle { throw Self.unconfinable(obstacle) }
    let programs = try ToolchainInformation().programs
    let caches =
      CurrentProcess.variable("XDG_CACHE_HOME")
      ?? (CurrentProcess.variable("HOME") ?? CurrentProcess.accountHome).map { "\($0)/.cache" }
    let modules = caches.map { "\($0)/clang/ModuleCache" }.flatMap { try? LocalFile.realPath($0) }
    let confinement = Confinement(
      to: scratch,
      programs: programs,
      reading: [modules].compactMap(\.self)
    )
    var tool = ToolProcess(program: "\(programs)/swift", arguments: arguments)
    tool.confinement = confinement
    tool.inherited = Confinement.inherited
    tool.environment = try confinement.variables(programs: programs)
    tool.environment[Self.modules] = modules ?? "\(scratch)/modules"
    return tool
  }

  /// The error where a system cannot confine.
  ///
  /// - Parameter what: Needs it.
  package static func unconfinable(
    _ obstacle: String,
    _ what: String = "a manifest that runs"
  ) -> OperationError {
    OperationError(
      .notEvaluated,
      "this system cannot confine \(what): \(obstacle)",
      help:
        "if you trust all code of this repository, 'git config registry.evaluate unconfined' lets it"
        + " run with all rights of this account"
    )
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

/// The outputs of the toolchain for manifests, by their content: running one takes half a second.
struct EvaluationResults: Sendable {
  /// In bytes of all results; a usual one has ten thousand.
  private static let limit = 64 << 20

  /// `nil` to keep nothing.
  let folder: String?
  /// What a manifest could read: confined, nothing but what its name stands for.
  let limits: ManifestEvaluator.Limits
  /// Tells toolchains apart.
  private let toolchain = Self.toolchain

  /// `nil` if nothing is kept, or it is damaged.
  func result(of manifest: [UInt8], in place: TreePath) -> EvaluationOutput? {
    guard let folder else { return nil }
    let path = "\(folder)/\(name(of: manifest, in: place))"
    guard let kept = try? LocalFile.read(path),
      let end = kept.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let result = try? EvaluationOutput(
      json: Array(kept[(end + 1)...]),
      root: String(decoding: kept[..<end], as: UTF8.self)
    )
    if result != nil { LocalFile.touch(path) }
    return result
  }

  func keep(_ json: [UInt8], _ root: String, of manifest: [UInt8], in place: TreePath) {
    guard let folder else { return }
    let name = name(of: manifest, in: place)
    let content = Array("\(root)\n".utf8) + json
    do {
      let staged = try StagedFile(for: "\(folder)/\(name)")
      try staged.write(content)
      // Unsynced: what is damaged is not read, and made again.
      try staged.commit(isSynced: false)
    } catch {
      // It is made again by the next run.
      return
    }
    var files = DiskCache(path: folder, bound: Self.limit)
    files.note(name, size: content.count)
    files.trim()
  }

  private func name(of manifest: [UInt8], in place: TreePath) -> String {
    let facts = Array("2\n\(limits)\n\(toolchain)\n\(place)\n".utf8)
    return Hexadecimal.text(SHA1.digest(of: facts, manifest)) + ".json"
  }

  /// The first `swift` on the path, with the time of its last change.
  private static var toolchain: String {
    for folder in (CurrentProcess.variable("PATH") ?? "").split(separator: ":") {
      let path = "\(folder)/swift"
      guard LocalFile.isExecutable(path), let real = try? LocalFile.realPath(path) else { continue }
      let stamp = FileFacts.of(real).map { "\($0.stamp.size) \($0.stamp.modified)" } ?? ""
      return "\(real) \(stamp) \(CurrentProcess.variable("TOOLCHAINS") ?? "")"
    }
    return ""
  }
}
