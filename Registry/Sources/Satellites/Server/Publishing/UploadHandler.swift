import Base
import Certificates
import Git
import HTTPTypes
import ManifestEditor
import Model
import Releases
import Sharing
import Site
import Versions

/// Publishes and withdraws releases, one after the other, by the write protocol of all verbs.
final class UploadHandler: Sendable {
  private let access: RepositoryAccess
  private let registry: ServedRegistry
  private let limits: UploadLimits
  private let requiresSignatures: Bool
  private let failures: FailureInjection
  let queue: UploadQueue

  /// - Parameters:
  ///   - access: Of the handler alone, because writing may have to wait and reading must not.
  ///   - requiresSignatures: Whether they are required even if the manifest does not require them.
  init(
    _ access: RepositoryAccess,
    _ registry: ServedRegistry,
    queue: UploadQueue,
    limits: UploadLimits,
    requiresSignatures: Bool,
    failures: FailureInjection
  ) {
    self.access = access
    self.registry = registry
    self.queue = queue
    self.limits = limits
    self.requiresSignatures = requiresSignatures
    self.failures = failures
  }

  /// A package to publish, as it was sent.
  struct Submission: Sendable {
    let component: ComponentName
    let version: SemanticVersion
    let archive: [UInt8]
    let metadata: [UInt8]?
    var signature: [UInt8]?
    var metadataSignature: [UInt8]?
  }

  /// Returns when the release is recorded.
  ///
  /// - Parameter submission: Read when it is this upload's turn, so that only one is in memory.
  func publish(
    _ component: ComponentName,
    by token: Token,
    _ submission: @escaping @Sendable () throws -> Submission
  ) async throws -> RecordUpload.Result {
    try await writing {
      let isNew = registry.snapshot.component(named: component) == nil
      return try await limits.counting(token, isNew: isNew) {
        do {
          let requiresSignatures = requiresSignatures
          let (submission, signed) = try await access.read { workspace in
            let submission = try submission()
            let signed = try SignedUpload(submission, requiresSignatures, in: workspace)
            return (submission, signed)
          }
          try await signed?.check()
          let result = try await access.read { workspace in
            var operation = try self.operation(for: submission, by: token)
            operation.signature = signed?.record
            if signed != nil { operation.archive = submission.archive }
            return try operation.run(in: workspace)
          }
          guard result.plan != nil else { throw Self.identical(result) }
          return result
        } catch {
          throw UploadFault.problem(for: error)
        }
      }
    }
  }

  /// Withdraws a release; returns when that is recorded.
  func withdraw(
    _ version: SemanticVersion,
    of component: ComponentName,
    because reason: String,
    by token: Token
  ) async throws {
    var operation = YankRelease(
      component: component.text,
      version: version,
      reason: reason,
      context: context(for: token)
    )
    operation.allowsBareRepository = true
    // The answer has no place for them.
    operation.findsLosses = false
    let yank = operation
    try await writing {
      do {
        _ = try await access.read { try yank.run(in: $0) }
      } catch {
        throw UploadFault.problem(for: error)
      }
    }
  }

  /// Runs one write at a time, and only on a branch that is served: a write on top of a commit that
  /// cannot be loaded would be recorded, and not be served.
  private func writing<Result>(_ write: () async throws -> Result) async throws -> Result {
    try await queue.withTurn {
      do {
        try await registry.refresh()
      } catch {
        throw UploadFault.problem(for: error)
      }
      let result = try await write()
      // What is written stays written, even if the branch was moved since. The follower tries again,
      // and logs why the branch cannot be loaded.
      _ = try? await registry.refresh()
      return result
    }
  }

  private func operation(
    for submission: Submission,
    by token: Token
  ) throws -> RecordUpload {
    let archive: UnpackedArchive
    do throws(OperationError) {
      archive = try UnpackedArchive(zip: submission.archive)
    } catch {
      throw UploadFault.problem(ofArchive: error)
    }
    var operation = RecordUpload(
      component: submission.component,
      version: submission.version,
      files: try RecordUpload.judging(.invalidPackage) {
        try archive.files.map { file in
          PlannedFolder.File(
            path: try TreePath(file.path),
            mode: file.kind.mode,
            content: file.content
          )
        }
      },
      metadata: submission.metadata,
      publisher: token.name,
      context: context(for: token)
    )
    if archive.isPlain { operation.archive = submission.archive }
    operation.repositories = token.repositories
    operation.replacesOwn = token.permissions.contains(.replace)
    return operation
  }

  /// SE-0292 requires a conflict even for the same content; `identical` lets a client that retries
  /// recognize it.
  private static func identical(_ result: RecordUpload.Result) -> Problem {
    Problem(
      .conflict,
      "version '\(result.release.version)' of '\(result.component)' already contains exactly these"
        + " files",
      isIdentical: true
    )
  }

  /// The token is the author; the committer is that of git's environment, or the server.
  private func context(for token: Token) -> WriteContext {
    var context = WriteContext(variable: { name in
      switch name {
      case "GIT_AUTHOR_NAME": token.name
      case "GIT_AUTHOR_EMAIL": "\(token.name)@registry.invalid"
      case "GIT_COMMITTER_NAME": CurrentProcess.variable(name) ?? "registry"
      case "GIT_COMMITTER_EMAIL": CurrentProcess.variable(name) ?? "registry@registry.invalid"
      default: CurrentProcess.variable(name)
      }
    })
    context.signs = false
    context.failures = failures
    return context
  }
}

extension UnpackedArchive.File.Kind {
  fileprivate var mode: FileMode {
    switch self {
    case .file: .file
    case .executable: .executable
    case .link: .link
    }
  }
}

/// Maps errors of publishing to problems by who can fix them.
enum UploadFault {
  /// Errors of a submission, and not of the repository.
  private static let faultsOfSenders: Set<OperationError.Code> = [
    .invalidName, .invalidMetadata, .invalidPackage,
    .invalidReason, .invalidVersion, .malformedGitFile, .noPackage, .noReason, .reasonTooLong,
    .requirementUnmet, .unknownRelease, .versionNotNewest,
  ]

  private static let conflicts: Set<OperationError.Code> = [
    .collision, .groupMember, .tagExists, .uncommittedChanges, .unreleasedChanges, .versionTaken,
  ]

  /// Errors that may not occur again at the next attempt.
  private static let passing: Set<OperationError.Code> = [
    .locked, .operationInProgress, .parserBusy, .releasesTakenBack,
  ]

  /// An archive that cannot be unpacked, or not within the limits.
  static func problem(ofArchive error: OperationError) -> Problem {
    Problem(error.code == .tooLarge ? .contentTooLarge : .unprocessableContent, error.message)
  }

  /// The error itself if it is a fault of the repository or the server.
  static func problem(for error: any Error) -> any Error {
    switch error {
    case let error as OperationError where error.code == .forbidden:
      return Problem(.forbidden, error.sentence)
    case let error as OperationError where conflicts.contains(error.code):
      return Problem(.conflict, error.sentence)
    case let error as OperationError where faultsOfSenders.contains(error.code):
      return Problem(.unprocessableContent, error.sentence)
    case let error as OperationError where passing.contains(error.code):
      return Problem(.serviceUnavailable, error.sentence, headers: [.retryAfter: "10"])
    default: return error
    }
  }
}

extension OperationError {
  /// Context, message and help on one line, for a problem document.
  fileprivate var sentence: String {
    let what = context.map { "\($0): \(message)" } ?? message
    return help.map { "\(what); \($0)" } ?? what
  }
}

/// The limits on publishing for one token.
///
/// Refused uploads are counted separately, so that mistakes do not use up the limits.
package struct UploadLimits: Sendable {
  private let newComponents: RateLimit
  private let newVersions: RateLimit
  private let refusals: RateLimit

  /// The number of releases that a token may publish in an hour, all at once or one after the
  /// other.
  package struct Rates: Sendable {
    /// The first of a component: a monorepo may bring hundreds, a typing error none.
    package var newComponents = 500
    /// The number of new versions of a component that is known.
    package var newVersions = 5_000

    package init() {}
  }

  init(_ rates: Rates, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    newComponents = Self.limit(rates.newComponents, now)
    newVersions = Self.limit(rates.newVersions, now)
    refusals = RateLimit(atOnce: 30, thenEvery: .seconds(60), now: now)
  }

  private static func limit(
    _ count: Int,
    _ now: @escaping @Sendable () -> ContinuousClock.Instant
  ) -> RateLimit {
    RateLimit(atOnce: count, thenEvery: .seconds(3600) / count, now: now)
  }

  /// Runs `publish` if the limits permit it.
  func counting<Result>(
    _ token: Token,
    isNew: Bool,
    _ publish: () async throws -> Result
  ) async throws -> Result {
    let limit = isNew ? newComponents : newVersions
    try limit.check(token.name)
    try refusals.check(token.name)
    do {
      let result = try await publish()
      try limit.take(token.name)
      return result
    } catch let problem as Problem {
      if problem.isRefusal { try refusals.take(token.name) }
      throw problem
    }
  }
}

extension Problem {
  /// Whether it counts as a refused upload; sending an existing release again does not.
  fileprivate var isRefusal: Bool {
    status.kind == .clientError && !isIdentical
  }
}

/// The signatures of an upload: of its archive, of each manifest in it, and of its metadata.
struct SignedUpload: Sendable {
  /// The signature to record.
  let record: ReleaseSignature

  private let checker: SignatureChecker
  private let items: [Item]

  private struct Item: Sendable {
    let name: String
    let signature: [UInt8]
    let content: [UInt8]
  }

  /// - Parameter isRequired: Whether signatures are required even if the manifest does not say so.
  /// - Returns: `nil` for an upload without signatures.
  /// - Throws: If there are none and there must be, or a manifest has none.
  init?(
    _ submission: UploadHandler.Submission,
    _ isRequired: Bool,
    in workspace: borrowing Workspace
  ) throws {
    guard let tip = try workspace.currentHead().tip else { throw OperationError.noCommit() }
    let manifest = try workspace.state(at: tip).manifest
    guard let signature = submission.signature else {
      guard isRequired || manifest.requiresSignatures else { return nil }
      throw Self.refusal("this registry takes only signed releases, and this one is not signed")
    }
    var items = [Item(name: "the archive", signature: signature, content: submission.archive)]
    if let metadata = submission.metadata, let signature = submission.metadataSignature {
      items.append(Item(name: "the metadata", signature: signature, content: metadata))
    }
    for file in try UnpackedArchive(zip: submission.archive).files
    where ManifestFileName(file.path) != nil {
      guard let own = try ManifestSignature(of: file.content) else {
        // Clients refuse it, and only when they use it.
        throw Self.refusal("the archive is signed, and '\(file.path)' in it is not")
      }
      items.append(Item(name: "'\(file.path)'", signature: own.bytes, content: own.content))
    }
    let roots = try workspace.signingRoots(of: manifest, in: workspace.repository.commit(tip).tree)
    self.items = items
    record = ReleaseSignature(date: try WriteContext().now(), archive: signature)
    do throws(SignatureFault) {
      checker = try SignatureChecker(roots: roots)
    } catch {
      throw OperationError(.unusableCertificate, error.message)
    }
  }

  /// Throws for a signature that is not valid now.
  func check() async throws {
    for item in items {
      do throws(SignatureFault) {
        try await checker.check(item.signature, of: item.content, at: record.date)
      } catch {
        throw Self.refusal("\(item.name): \(error.message)")
      }
    }
  }

  private static func refusal(_ message: String) -> Problem {
    Problem(.unprocessableContent, message)
  }
}
