import HTTPTypes
import RegistryModel
import RegistryOperations
import RegistryServer
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

/// How often one token may publish.
@Suite(.scratchRepository)
struct PublishingLimitTests {
  private let scratch = Scratch.current
  private let clock = Clock()

  /// Stands still until it is moved.
  private final class Clock: Sendable {
    private let start = ContinuousClock.now
    private let passed = Mutex(Duration.zero)

    var now: ContinuousClock.Instant { start + passed.withLock { $0 } }

    func advance(by duration: Duration) {
      passed.withLock { $0 += duration }
    }
  }

  private func served() throws -> Served {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    var options = RegistryService.Options()
    options.now = { [clock] in clock.now }
    return try Served(options: options)
  }

  private func token(_ name: String) throws -> String {
    let request = ManageTokens.Request(name: name, permissions: [.publish])
    return try ManageTokens(scratch.workspace().tokenFile).create(request).secret
  }

  /// Sends what is no package, so that only the attempt counts, and returns the status.
  private func attempt(
    _ name: String,
    _ token: String,
    at served: Served
  ) async throws -> (status: Int, retryAfter: String?) {
    var publication = Publication()
    publication.name = name
    publication.archive = [1, 2, 3]
    let answer = try await publication.send(to: served, token: token)
    return (answer.status, answer["Retry-After"])
  }

  @Test(arguments: [("Soup", 5, 600), ("Menu", 30, 60)])
  func `so many packages, or versions of one, are taken at once, then one an interval`(
    name: String,
    atOnce: Int,
    interval: Int
  ) async throws {
    let served = try served()
    let token = try token("ci")
    for _ in 0..<atOnce {
      #expect(try await attempt(name, token, at: served) == (422, nil))
    }
    #expect(try await attempt(name, token, at: served) == (429, "\(interval)"))
    // Others are not held up.
    #expect(try await attempt(name, self.token("other"), at: served) == (422, nil))
    clock.advance(by: .seconds(interval - 1))
    #expect(try await attempt(name, token, at: served) == (429, "1"))
    clock.advance(by: .seconds(1))
    #expect(try await attempt(name, token, at: served) == (422, nil))
    #expect(try await attempt(name, token, at: served).status == 429)
  }

  @Test func `new packages and new versions are counted apart`() async throws {
    let served = try served()
    let token = try token("ci")
    for _ in 0..<5 { _ = try await attempt("Soup", token, at: served) }
    #expect(try await attempt("Soup", token, at: served).status == 429)
    #expect(try await attempt("Menu", token, at: served).status == 422)
  }
}
