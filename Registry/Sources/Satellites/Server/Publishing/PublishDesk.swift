import Base
import Git
import Model
import Releases
import Sharing
import Site
import Versions
import HTTPTypes

/// Publishes and withdraws releases, one after the other, by the write protocol of all verbs.
final class PublishDesk: Sendable {
  private let access: RepositoryAccess
  private let registry: ServedRegistry
  private let limits: PublishLimits
  private let requiresSignatures: Bool
  private let failures: FailureInjection
  let queue: PublishQueue

  /// - Parameters:
  ///   - access: Of the desk alone, because writing may have to wait and reading must not.
  ///   - requiresSignatures: Whether they are required even if the manifest does not require them.
  init(
    _ access: RepositoryAccess,
    _ registry: ServedRegistry,
    queue: PublishQueue,
    limits: PublishLimits,
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
  ) async throws -> PublishRelease.Result {
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
          throw PublishFault.problem(for: error)
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
        throw PublishFault.problem(for: error)
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
        throw PublishFault.problem(for: error)
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
  ) throws -> PublishRelease {
    let archive: UnpackedArchive
    do throws(OperationError) {
      archive = try UnpackedArchive(zip: submission.archive)
    } catch {
      throw PublishFault.problem(ofArchive: error)
    }
    var operation = PublishRelease(
      component: submission.component,
      version: submission.version,
      files: try PublishRelease.judging(.invalidPackage) {
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
  private static func identical(_ result: PublishRelease.Result) -> Problem {
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
