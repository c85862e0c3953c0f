import HTTPTypes
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A limit for each sender: a number of permits at once, then one for each interval.
final class RateLimit: Sendable {
  private struct Bucket {
    var left: Double
    var filled: ContinuousClock.Instant
  }

  /// The number of senders above which inactive ones are removed.
  private static let mostSenders = 10_000

  private let atOnce: Int
  private let interval: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let buckets = Mutex<[String: Bucket]>([:])

  init(
    atOnce: Int,
    thenEvery interval: Duration,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.atOnce = atOnce
    self.interval = interval
    self.now = now
  }

  /// Throws a problem with `Retry-After` if `sender` has no permit left, without using one.
  func check(_ sender: String) throws(Problem) {
    try use(sender, taking: 0)
  }

  /// Uses one permit, or throws a problem with `Retry-After`.
  func take(_ sender: String) throws(Problem) {
    try use(sender, taking: 1)
  }

  private func use(_ sender: String, taking count: Double) throws(Problem) {
    let now = now()
    let missing: Double = buckets.withLock { buckets in
      if buckets.count >= Self.mostSenders {
        buckets = buckets.filter { refilled($0.value, now).left < Double(atOnce) }
      }
      let full = Bucket(left: Double(atOnce), filled: now)
      var bucket = buckets[sender].map { refilled($0, now) } ?? full
      guard bucket.left >= 1 else { return 1 - bucket.left }
      bucket.left -= count
      buckets[sender] = bucket
      return 0
    }
    guard missing > 0 else { return }
    // Less than a microsecond is a rounding error.
    let seconds = max(1, Int((missing * (interval / .seconds(1)) - 1e-6).rounded(.up)))
    throw Problem(
      .tooManyRequests,
      "too many of these requests, try again in \(seconds) s",
      headers: [.retryAfter: String(seconds)]
    )
  }

  private func refilled(_ bucket: Bucket, _ now: ContinuousClock.Instant) -> Bucket {
    let earned = (now - bucket.filled) / interval
    return Bucket(left: min(Double(atOnce), bucket.left + earned), filled: now)
  }
}

/// The proxies that say for which client they send a request.
package struct TrustedProxies: Sendable {
  private struct Network: Sendable {
    let address: [UInt8]
    let bits: Int

    func contains(_ other: [UInt8]) -> Bool {
      guard other.count == address.count else { return false }
      return zip(address, other).enumerated().allSatisfy { index, pair in
        let rest = min(8, max(0, bits - index * 8))
        return rest == 0 || (pair.0 ^ pair.1) >> (8 - rest) == 0
      }
    }
  }

  private var networks: [Network] = []

  /// Trusts no proxy.
  package init() {}

  /// - Parameter text: Addresses and networks with commas between them: `127.0.0.1,10.0.0.0/8`.
  /// - Returns: `nil` if it is not of that form.
  package init?(_ text: String) {
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = item.trimmed.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard let address = Self.bytes(of: String(parts.first ?? "")) else { return nil }
      let most = address.count * 8
      guard let bits = parts.count == 1 ? most : Int(parts[1]), 0...most ~= bits else {
        return nil
      }
      networks.append(Network(address: address, bits: bits))
    }
  }

  func contains(_ address: String) -> Bool {
    guard !networks.isEmpty, let bytes = Self.bytes(of: address) else { return false }
    return networks.contains { $0.contains(bytes) }
  }

  /// The client of a request: the address of the connection, or the one for which a trusted proxy
  /// forwards it.
  ///
  /// - Parameter forwarded: The addresses that the proxies have added, the nearest one last. What is
  ///   in front of the first that is not trusted was written by the client, and may be anything.
  func client(of address: String, forwarded: String?) -> String {
    guard contains(address), let forwarded else { return address }
    var client = address
    for hop in forwarded.split(separator: ",").reversed().map(\.trimmed) {
      guard Self.bytes(of: hop) != nil else { return client }
      client = hop
      guard contains(hop) else { return client }
    }
    return client
  }

  /// An IPv4 address that is written as one of IPv6 is the same.
  private static func bytes(of address: String) -> [UInt8]? {
    let mapped = "::ffff:"
    let isMapped = address.hasPrefix(mapped) && address.contains(".")
    let plain = isMapped ? String(address.dropFirst(mapped.count)) : address
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, plain, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
