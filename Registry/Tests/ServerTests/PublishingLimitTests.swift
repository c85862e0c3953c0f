import HTTPTypes
import Server
import Sharing
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
    var options = RegistryService.Options()
    options.now = { [clock] in clock.now }
    options.publishRates.newComponents = 6
    options.publishRates.newVersions = 60
    return try scratch.served(options: options)
  }

  /// Sends a package, or what is none, and returns the status.
  private func attempt(
    _ name: String,
    _ token: String,
    at served: Served,
    version: Int = 0,
    isRefused: Bool = false
  ) async throws -> (status: Int, retryAfter: String?) {
    var publication = Publication()
    publication.name = name
    publication.version = "2.\(version).0"
    if isRefused { publication.archive = [1, 2, 3] }
    let answer = try await publication.send(to: served, token: token)
    return (answer.status, answer["Retry-After"])
  }

  @Test func `publishing new packages is limited to a burst, then one per interval`() async throws {
    let served = try served()
    let token = try scratch.token()
    for number in 0..<6 {
      #expect(try await attempt("Soup\(number)", token, at: served) == (201, nil))
    }
    #expect(try await attempt("Soup7", token, at: served) == (429, "600"))
    // Others are not held up, nor are new versions.
    #expect(try await attempt("Soup7", scratch.token(named: "other"), at: served) == (201, nil))
    #expect(try await attempt("Soup0", token, at: served, version: 1) == (201, nil))
    clock.advance(by: .seconds(599))
    #expect(try await attempt("Soup8", token, at: served) == (429, "1"))
    clock.advance(by: .seconds(1))
    #expect(try await attempt("Soup8", token, at: served) == (201, nil))
    #expect(try await attempt("Soup9", token, at: served).status == 429)
  }

  @Test func `publishing versions is limited to a burst, then one per interval`() async throws {
    let served = try served()
    let token = try scratch.token([.publish, .replace])
    for version in 0..<60 {
      #expect(try await attempt("Menu", token, at: served, version: version) == (201, nil))
    }
    #expect(try await attempt("Menu", token, at: served, version: 60) == (429, "60"))
    clock.advance(by: .seconds(60))
    #expect(try await attempt("Menu", token, at: served, version: 60) == (201, nil))
  }

  /// A monorepo comes to another registry in one run.
  @Test func `a token may bring as many new components as a monorepo has`() throws {
    let rates = UploadLimits.Rates()
    #expect(rates.newComponents >= 400 && rates.newVersions >= 4_000)
  }

  @Test func `refused uploads count only against their own limit`() async throws {
    let served = try served()
    let token = try scratch.token()
    for _ in 0..<30 {
      #expect(try await attempt("Soup", token, at: served, isRefused: true) == (422, nil))
    }
    #expect(try await attempt("Soup", token, at: served, isRefused: true) == (429, "60"))
    clock.advance(by: .seconds(60))
    for number in 0..<5 {
      #expect(try await attempt("Soup\(number)", token, at: served) == (201, nil))
    }
  }

  @Test func `an operator sets how many logins may fail, and how many uploads there may be`()
    async throws
  {
    var options = RegistryService.Options()
    options.now = { [clock] in clock.now }
    options.failedLogins = 2
    options.uploads = (all: 0, ofToken: 4)
    let served = try scratch.served(options: options)
    let token = try scratch.token()
    #expect(try await attempt("Soup", token, at: served) == (503, "10"))
    var statuses: [Int] = []
    for _ in 0..<3 {
      let answer = try await served.answer(
        "/login",
        .post,
        headers: [.authorization: "Bearer wrong"]
      )
      statuses.append(answer.status)
    }
    #expect(statuses == [401, 401, 429])
    clock.advance(by: .seconds(30))
    #expect(
      try await served.answer("/login", .post, headers: [.authorization: "Bearer wrong"]).status
        == 401
    )
  }
}
