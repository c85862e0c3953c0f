import RegistryModel
import Synchronization
import Workspace

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

  /// Of `https://ada@example.com:8443/x` and of `ada@example.com:x`; `nil` for a path.
  private static func host(of url: String) -> Substring? {
    let authority: Substring
    if let scheme = url.firstRange(of: "://") {
      authority = url[scheme.upperBound...].prefix { $0 != "/" }
    } else {
      guard let colon = url.firstIndex(of: ":"), !url[..<colon].contains("/") else { return nil }
      authority = url[..<colon]
    }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
    let name = host ?? authority
    return name.isEmpty ? nil : name
  }
}
