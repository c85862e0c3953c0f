import Base
import Git
import Model

/// Reaches other repositories with the git program, as it does for the person: with the keys and
/// the configuration of ssh, with credential helpers, proxies and certificates.
///
/// libgit2 honours few of these, runs no hooks of a repository on the same machine, and cannot be
/// stopped while it waits for a server.
struct RemoteGit: Sendable {
  /// Of the monorepo.
  private let gitDirectory: String
  private let access: GitAccess
  /// How long it may print nothing while it reaches another repository.
  private let limit: Duration
  /// The same for commands that stay on this machine.
  private static let ownLimit: Duration = .seconds(60)
  private let configuration: Configuration
  private let hosts = SilentHosts()
  /// For what is done in another repository than the monorepo, as ``ownSettings()`` reads them.
  var settings: [(key: String, value: String)] = []

  init(
    _ gitDirectory: String,
    _ access: GitAccess,
    limit: Duration,
    configuration: Configuration
  ) {
    (self.gitDirectory, self.access, self.limit) = (gitDirectory, access, limit)
    self.configuration = configuration
  }

  /// - Parameters:
  ///   - directory: The git directory to work in; `nil` for the monorepo's.
  ///   - url: The repository that it connects to, if it does.
  func run(
    _ arguments: [String],
    in directory: String? = nil,
    reaching url: String? = nil
  ) throws(OperationError) -> ToolProcess.UnattendedOutcome {
    var git = GitProgram(gitDirectory: directory ?? gitDirectory)
    git.environment = access.environment(with: directory == nil ? [] : settings)
    if let url { try hosts.check(url) }
    do throws(OperationError) {
      let outcome = try git.run(arguments, limit: url == nil ? Self.ownLimit : limit)
      if let url { hosts.note(url, answers: true) }
      return outcome
    } catch  where error.code == .unreachable {
      guard let url else { throw error }
      hosts.note(url, answers: false)
      throw OperationError(
        .unreachable,
        "cannot reach '\(url)': \(error.message)",
        help: "run the command again; for a slow server, 'registry mirror' has '--timeout SECONDS'"
      )
    } catch {
      throw error
    }
  }

  /// Pushes to a repository, and returns what it refused.
  func push(
    _ arguments: [String],
    in directory: String? = nil,
    to url: String
  ) throws -> [PushRefusal] {
    let answer = try run(["push", "--porcelain"] + arguments, in: directory, reaching: url)
    let refusals = PushRefusal.read(answer.output, answer.errors)
    guard answer.status == 0 || !refusals.isEmpty else {
      throw GitFailure.unpushed(url, answer.errors)
    }
    return refusals
  }

  /// The references of another repository, as `git ls-remote` lists them with these options.
  func references(of url: String, _ options: [String]) throws -> MirrorReferences {
    let answer = try run(["ls-remote"] + options + [url], reaching: url)
    guard answer.status == 0 else { throw GitFailure.unreachable(url, answer.errors) }
    return MirrorReferences(listed: answer.output)
  }

  /// The path of a repository on this machine that a URL leads to; `nil` if only git knows.
  func localPath(of url: String) -> String? {
    let scheme = "file://"
    guard url.hasPrefix(scheme), !url.contains("%"), !configuration.rewrites(url) else {
      return nil
    }
    let path = String(url.dropFirst(scheme.count))
    return TreePath.isAbsolute(path) ? path : nil
  }

  /// The repository's own settings of how others are reached, by key, in their order: what git would
  /// read where it does not work in that repository.
  func ownSettings() throws(OperationError) -> [(key: String, value: String)] {
    let answer = try run(["config", "--local", "--includes", "--list", "-z"])
    guard answer.status == 0 else { return [] }
    let kept = ["credential.", "http.", "https.", "ssh.", "url.", "protocol.", "core.sshcommand"]
    return answer.output.split(separator: "\0").compactMap { entry in
      let parts = entry.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let key = String(parts[0])
      guard kept.contains(where: { key.hasPrefix($0) }) else { return nil }
      return (key, parts.count > 1 ? String(parts[1]) : "true")
    }
  }
}
