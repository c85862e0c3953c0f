import Base
import Model
import Publish
import Releases
import Versions
import HTTPTypes
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

/// Registries that are busy, restart, or tell late what they have.
extension PublishReleasesTests {
  /// The seconds that a run has waited for.
  private final class Pauses: Sendable {
    private let seconds = Mutex<[Int]>([])

    var all: [Int] { seconds.withLock(\.self) }

    @Sendable
    func add(_ pause: Int) { seconds.withLock { $0.append(pause) } }
  }

  @Test(arguments: [
    (ForeignRegistry.Trouble.refuses(429, headers: [.retryAfter: "7"]), [7, 7]),
    (.refuses(503, headers: [.retryAfter: "0"]), []), (.refuses(503), [2, 4]),
    (.refuses(429, headers: [.retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT"]), []),
    (.refuses(502), [2, 4]), (.refuses(504), [2, 4]), (.closes, [2, 4]),
  ])
  func `a reading is repeated until the registry has time for it`(
    _ trouble: ForeignRegistry.Trouble,
    _ expected: [Int]
  ) async throws {
    try makeReleases()
    for place in ["cookr/Menu", "cookr/Menu/1.1.0"] {
      let foreign = ForeignRegistry()
      foreign.trouble([trouble, trouble], at: place)
      let pauses = Pauses()
      let result = try await foreign.live { try await publish(to: $0, pause: pauses.add) }
      #expect(Set(result.releases.map(\.outcome)) == [.published])
      #expect(pauses.all == expected)
      #expect(foreign.uploads.sorted() == Self.all.sorted())
    }
  }

  @Test func `a reading ends when the registry stays busy`() async throws {
    try makeReleases()
    let foreign = ForeignRegistry()
    foreign.trouble(Array(repeating: .refuses(503), count: 9), at: "cookr/Menu")
    let pauses = Pauses()
    let error = await #expect(throws: OperationError.self) {
      try await foreign.live { try await publish(to: $0, "Menu", pause: pauses.add) }
    }
    #expect(error?.code == .remoteFailure)
    #expect(pauses.all == [2, 4, 8, 16])
  }

  @Test func `an upload that was lost or stopped by a gateway is sent again`() async throws {
    try makeReleases()
    let foreign = ForeignRegistry()
    foreign.set(.closes, .refuses(502), .refuses(504), for: "cookr/Menu/1.0.0")
    let pauses = Pauses()
    let result = try await foreign.live { try await publish(to: $0, pause: pauses.add) }
    #expect(Set(result.releases.map(\.outcome)) == [.published])
    #expect(foreign.uploads.count { $0 == "cookr/Menu/1.0.0" } == 4)
    #expect(foreign.kept["cookr/Menu/1.0.0"]?.count == 1)
    #expect(pauses.all == [2, 4, 8])
  }

  @Test func `a release that is listed later is waited for`() async throws {
    try makeReleases()
    let foreign = ForeignRegistry()
    foreign.set(.lags(reads: 3), for: "cookr/Menu/1.0.0")
    // It is sent again, and there already.
    foreign.set(.lags(reads: 2, dies: true), for: "cookr/Menu/1.1.0")
    let pauses = Pauses()
    let result = try await foreign.live { try await publish(to: $0, pause: pauses.add) }
    #expect(Set(result.releases.map(\.outcome)) == [.published])
    #expect(foreign.uploads.count { $0 == "cookr/Menu/1.1.0" } == 2)
    #expect(foreign.kept["cookr/Menu/1.1.0"]?.count == 1)
    #expect(pauses.all == [1, 2, 4, 2, 1])
  }

  @Test func `what depends on an accepted release is sent when that is there`() async throws {
    try makeReleases()
    let foreign = ForeignRegistry()
    foreign.set(.accepts(polls: 3, isPlaceNamed: false), for: "cookr/Menu/1.0.0")
    foreign.set(.accepts(polls: 1, isPlaceNamed: false), for: "cookr/Menu/1.1.0")
    // Nothing depends on it.
    foreign.set(.accepts(polls: 1, isPlaceNamed: false), for: "cookr/Kitchen/1.0.0")
    let pauses = Pauses()
    let result = try await foreign.live { try await publish(to: $0, pause: pauses.add) }
    #expect(
      lines(result) == ["Menu 1.0.0 published", "Menu 1.1.0 published", "Kitchen 1.0.0 accepted"]
    )
    #expect(pauses.all == [1, 2])
  }

  @Test func `a registry that takes longer than a minute is not waited for`() async throws {
    try makeReleases()
    let foreign = ForeignRegistry()
    foreign.set(.accepts(polls: 100, isPlaceNamed: false), for: "cookr/Menu/1.0.0")
    let pauses = Pauses()
    let result = try await foreign.live { try await publish(to: $0, pause: pauses.add) }
    #expect(
      lines(result) == ["Menu 1.0.0 accepted", "Menu 1.1.0 published", "Kitchen 1.0.0 published"]
    )
    #expect(pauses.all == [1, 2, 4, 8, 15, 30])
  }

  @Test func `a release that is never listed is no success`() async throws {
    try makeReleases()
    let foreign = ForeignRegistry()
    foreign.set(.lags(reads: 100), for: "cookr/Menu/1.0.0")
    let pauses = Pauses()
    let result = try await foreign.live { url in
      try await publish(to: url, "Menu@1.0.0", pause: pauses.add)
    }
    #expect(lines(result) == ["Menu 1.0.0 failed"])
    #expect(
      result.releases[0].error?.message.hasSuffix(
        "does not have 'cookr.Menu@1.0.0' after it was sent"
      ) == true
    )
    #expect(pauses.all == [1, 2, 4, 8, 15, 30])
  }

  @Test func `requests name the program and its version`() async throws {
    try makeReleases()
    let foreign = ForeignRegistry()
    _ = try await foreign.live { try await publish(to: $0) }
    #expect(foreign.agents == ["registry/\(ProgramVersion.number)"])
  }
}
