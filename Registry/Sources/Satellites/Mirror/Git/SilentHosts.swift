import Base
import Model
import Synchronization

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
    if let host = RemoteURL(url)?.host { return host.isEmpty ? nil : host }
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")),
      !url[..<colon].utf8.contains(UInt8(ascii: "/"))
    else { return nil }
    return url[..<colon].split(separator: "@").last
  }
}
