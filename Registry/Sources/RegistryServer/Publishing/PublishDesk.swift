import ArchiveUnpacking
import Git
import HTTPTypes
import RegistryModel
import RegistryOperations
import Synchronization
import Versioning

/// Where releases come in, one after the other, by the write protocol that all verbs share.
final class PublishDesk: Sendable {
  private let access: RepositoryAccess
  private let registry: ServedRegistry
  private let underWay = Mutex<Set<String>>([])
  private let newComponents: RateLimit
  private let newVersions: RateLimit

  /// - Parameter access: The desk's own: a write may wait for others, and readers must not.
  init(
    _ access: RepositoryAccess,
    _ registry: ServedRegistry,
    now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    self.access = access
    self.registry = registry
    newComponents = RateLimit(atOnce: 5, thenEvery: .seconds(600), now: now)
    newVersions = RateLimit(atOnce: 30, thenEvery: .seconds(60), now: now)
  }

  /// What is published, as it was sent.
  struct Submission: Sendable {
    let component: ComponentName
    let version: SemanticVersion
    let archive: [UInt8]
    let metadata: [UInt8]?
  }

  /// Returns when the release is recorded and served.
  func publish(_ submission: Submission, by token: Token) async throws -> PublishRelease.Result {
    let key = "\(submission.component.key) \(submission.version.releaseKey)"
    guard underWay.withLock({ $0.insert(key).inserted }) else {
      throw Problem(
        .conflict,
        "'\(submission.component)' \(submission.version) is being published already"
      )
    }
    defer { _ = underWay.withLock { $0.remove(key) } }
    let isNew = registry.snapshot.component(named: submission.component) == nil
    try (isNew ? newComponents : newVersions).take(token.name)
    do {
      let result = try await access.read { workspace in
        let archive = try UnpackedArchive(zip: submission.archive)
        let operation = PublishRelease(
          component: submission.component,
          version: submission.version,
          files: archive.files.map { file in
            PublishRelease.File(
              path: file.path,
              isExecutable: file.isExecutable,
              content: file.content
            )
          },
          metadata: submission.metadata,
          publisher: token.name,
          context: Self.context(for: token)
        )
        return try operation.run(in: workspace)
      }
      try await registry.refresh()
      return result
    } catch {
      throw Self.problem(for: error)
    }
  }

  /// Withdraws a release; returns when that is recorded and served.
  func withdraw(
    _ version: SemanticVersion,
    of component: ComponentName,
    because reason: String,
    by token: Token
  ) async throws {
    do {
      _ = try await access.read { workspace in
        let yank = YankRelease(
          component: component.text,
          version: version,
          reason: reason,
          context: Self.context(for: token)
        )
        return try yank.run(in: workspace)
      }
      try await registry.refresh()
    } catch {
      throw Self.problem(for: error)
    }
  }

  /// The token is the author; the committer is whoever git says, or the server itself.
  private static func context(for token: Token) -> WriteContext {
    WriteContext(variable: { name in
      switch name {
      case "GIT_AUTHOR_NAME": token.name
      case "GIT_AUTHOR_EMAIL": "\(token.name)@registry.invalid"
      case "GIT_COMMITTER_NAME": WriteContext.systemVariable(name) ?? "registry"
      case "GIT_COMMITTER_EMAIL": WriteContext.systemVariable(name) ?? "registry@registry.invalid"
      default: WriteContext.systemVariable(name)
      }
    })
  }

  private static func problem(for error: any Error) -> any Error {
    switch error {
    case let error as UnpackingError:
      let isTooLarge = error.code == .tooLarge
      return Problem(isTooLarge ? .contentTooLarge : .unprocessableContent, error.message)
    case let error as OperationError:
      switch error.code {
      case .versionTaken, .unreleasedChanges, .uncommittedChanges, .collision, .tagExists:
        return Problem(.conflict, error.sentence)
      case .inputOutput, .notFinished, .noManifest, .other: return error
      case .locked, .operationInProgress:
        return Problem(.serviceUnavailable, error.sentence, headers: [.retryAfter: "10"])
      default: return Problem(.unprocessableContent, error.sentence)
      }
    default: return error
    }
  }
}

extension OperationError {
  /// All of it on one line, as a problem document has it.
  fileprivate var sentence: String {
    let what = context.map { "\($0): \(message)" } ?? message
    return help.map { "\(what); \($0)" } ?? what
  }
}
