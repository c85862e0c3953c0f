import Base
import Git
import Model
import Synchronization

/// Reaches other repositories with the git program, as it does for the person: with the keys and
/// the configuration of ssh, with credential helpers, proxies and certificates.
///
/// libgit2 honours few of these, runs no hooks of a repository on the same machine, and cannot be
/// stopped while it waits for a server.
struct RemoteGit: Sendable {
  /// The git directory of the monorepo.
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

/// The hosts that did not answer, so that their other repositories are not tried.
final class SilentHosts: Sendable {
  /// After so many repositories in a row, the host is given up.
  private static let patience = 3

  private let timeouts = Mutex<[Substring: Int]>([:])

  /// - Throws: ``OperationError/Code/unreachable`` for a URL whose host is given up.
  func check(_ url: String) throws(OperationError) {
    guard let host = Self.host(of: url),
      timeouts.withLock({ $0[host, default: 0] }) >= Self.patience
    else { return }
    throw OperationError(
      .unreachable,
      "'\(url)' was not tried, since '\(host)' did not answer \(Self.patience) times in a row"
    )
  }

  func note(_ url: String, answers: Bool) {
    guard let host = Self.host(of: url) else { return }
    timeouts.withLock { timeouts in
      timeouts[host] = answers ? 0 : timeouts[host, default: 0] + 1
    }
  }

  /// Returns the host of `https://ada@example.com:8443/x` and of `ada@example.com:x`; `nil` for a
  /// path.
  private static func host(of url: String) -> Substring? {
    if let host = RemoteURL(url)?.host { return host.isEmpty ? nil : host }
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")),
      !url[..<colon].utf8.contains(UInt8(ascii: "/"))
    else { return nil }
    return url[..<colon].split(separator: "@").last
  }
}

/// Pushes references to a remote that may refuse all of them because of one.
///
/// A rule of a server can concern single references, or end the whole push. If a push is refused as
/// a whole, each half is pushed alone, so that a few pushes find the refused reference.
struct PushInParts<Change> {
  private let changes: [Change]
  private let name: (Change) -> String
  private let push: ([Change]) throws -> [PushRefusal]
  /// The number of consecutive refusals of single references.
  private var failures = 0
  /// Whether a part was not refused as a whole.
  private var hasProgress = false
  /// The changes that were not tried alone.
  private var untried: [Change] = []

  /// After so many, what is refused together is not tried alone, unless something else is accepted.
  private static var patience: Int { 3 }

  /// - Parameter push: Pushes some of them, and returns those that were refused.
  init(
    _ changes: [Change],
    named name: @escaping (Change) -> String,
    _ push: @escaping ([Change]) throws -> [PushRefusal]
  ) {
    (self.changes, self.name, self.push) = (changes, name, push)
  }

  /// Returns what was refused in the end.
  consuming func run() throws -> [PushRefusal] {
    var left = try halve(changes, push(changes))
    while hasProgress, !untried.isEmpty {
      let names = Set(untried.map(name))
      let refusals = left.filter { names.contains($0.reference) }
      left.removeAll { names.contains($0.reference) }
      let rest = untried
      (untried, hasProgress, failures) = ([], false, 0)
      left += try halve(rest, refusals)
    }
    return left
  }

  /// - Parameter refusals: Of a push of these.
  private mutating func halve(
    _ changes: [Change],
    _ refusals: [PushRefusal]
  ) throws -> [PushRefusal] {
    // Of these it is known that they alone are refused.
    let final = refusals.filter(\.isFinal)
    let names = Set(refusals.map(\.reference))
    let refused = changes.filter { change in
      names.contains(name(change)) && !final.contains { $0.reference == name(change) }
    }
    guard refused.count > 1, refused.count + final.count == changes.count else {
      failures = refused.count == 1 && changes.count == 1 ? failures + 1 : 0
      return refusals
    }
    var left = final
    let middle = refused.count / 2
    for part in [refused[..<middle], refused[middle...]].map(Array.init) {
      let refusals = try push(part)
      if refusals.count < part.count { hasProgress = true }
      if failures >= Self.patience, refusals.count == part.count {
        untried += part
        left += refusals
      } else {
        left += try halve(part, refusals)
      }
    }
    return left
  }
}

/// The parts of a URL such as `https://ada:secret@git.example.com:8443/acme`.
struct RemoteURL {
  /// The scheme with `://`.
  private let scheme: Substring
  /// The text before `@`; `nil` if there is none.
  let login: Substring?
  /// The host with its port.
  let host: Substring
  private let path: Substring

  /// - Returns: `nil` for a path, and for a place as ssh writes it.
  init?(_ text: String) {
    guard let scheme = text.firstRange(of: "://") else { return nil }
    let rest = text[scheme.upperBound...]
    // By bytes, as git reads it.
    let authority = Substring(rest.utf8.prefix { $0 != UInt8(ascii: "/") })
    let at = authority.lastIndex(of: "@")
    self.scheme = text[..<scheme.upperBound]
    login = at.map { authority[..<$0] }
    host = at.map { authority[authority.index(after: $0)...] } ?? authority
    path = rest[authority.endIndex...]
  }

  /// Scheme and host; `nil` if no password is sent there.
  var passwordSite: String? {
    ["https://", "http://"].contains(scheme) ? "\(scheme)\(host)" : nil
  }

  /// The same URL with another login.
  func text(login: Substring) -> String { "\(scheme)\(login)@\(host)\(path)" }
}
