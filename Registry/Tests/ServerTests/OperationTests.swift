import Foundation
import HTTPTypes
import Logging
import Model
import Server
import Sharing
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

/// What those who run a server see of it.
@Suite(.scratchRepository)
struct OperationTests {
  private let scratch = Scratch.current

  private func bearer(_ secret: String) -> HTTPFields {
    [.authorization: "Bearer \(secret)"]
  }

  @Test func `each request is a line in the log, with the name of its token`() async throws {
    let log = LogRecorder()
    let served = try scratch.served(log: log)
    let secret = try scratch.token([.publish, .yank], named: "robot")
    let list = try await served.answer("/cookr/Menu?page=1")
    #expect(log.messages(at: .info) == ["GET /cookr/Menu 200"])
    #expect(log.lastFacts["bytes"] == "\(list.bytes.count)")
    #expect(log.lastFacts["token"] == nil)
    #expect(Double(log.lastFacts["ms"] ?? "") != nil)
    // From the cache, too.
    _ = try await served.answer("/cookr/Menu?page=1")
    #expect(log.messages(at: .info).count == 2)
    let release = "/cookr/Menu/1.0.0"
    _ = try await served.answer("\(release)?reason=cold", .delete, headers: bearer("wrong"))
    #expect(log.lastFacts["problem"] == "the token is unknown, expired or revoked")
    _ = try await served.answer(release, .delete, headers: bearer(secret))
    #expect(log.lastFacts["problem"]?.contains("reason") == true)
    _ = try await served.answer("\(release)?reason=cold", .delete, headers: bearer(secret))
    #expect(
      log.messages(at: .notice) == [
        "DELETE \(release) 401", "DELETE \(release) 422", "DELETE \(release) 204",
      ]
    )
    #expect(log.lastFacts["token"] == "robot" && log.lastFacts["problem"] == nil)
    let all = (log.messages(at: .info) + log.messages(at: .notice)).joined() + "\(log.lastFacts)"
    #expect(!all.contains(secret))
  }

  @Test func `a request that cannot be parsed is a line in the log, too`() async throws {
    let log = LogRecorder()
    let served = try scratch.served(log: log)
    try await served.live { port in
      let talk = try await Talk(port)
      await talk.send("GET /cookr/Menu HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n")
      _ = await talk.text()
    }
    #expect(log.messages(at: .info).contains("- - 400"))
    let line = #"registry_requests_total{method="-",route="other",status="400"} 1"#
    #expect(try await served.answer("/metrics").text.contains("\(line)\n"))
  }

  @Test func `Prometheus reads how many requests of each kind were answered`() async throws {
    let served = try scratch.served()
    for path in ["/cookr/Menu", "/cookr/Menu", "/cookr/None", "/cookr/Menu/1.0.0.zip", "/"] {
      _ = try await served.answer(path)
    }
    let metrics = try await served.answer("/metrics")
    #expect(metrics["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    let lines = metrics.text.split(separator: "\n")
    for line in [
      "# TYPE registry_requests_total counter",
      #"registry_requests_total{method="GET",route="list",status="200"} 2"#,
      #"registry_requests_total{method="GET",route="list",status="404"} 1"#,
      #"registry_requests_total{method="GET",route="archive",status="200"} 1"#,
      #"registry_requests_total{method="GET",route="page",status="200"} 1"#,
      "# TYPE registry_request_seconds histogram",
      #"registry_request_seconds_bucket{route="list",le="+Inf"} 3"#,
      #"registry_request_seconds_count{route="list"} 3"#,
      "# TYPE registry_connections gauge", "registry_connections 0", "registry_healthy 1",
      "registry_components 1",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    #expect(try await served.answer("/metrics", .post).status == 405)
  }

  @Test func `health is that of the repository, and says which commit is served`() async throws {
    let log = LogRecorder()
    let served = try scratch.served(log: log)
    let follower = SnapshotFollower(served.service, interval: .seconds(60), logger: log.logger)
    await follower.look()
    let commit = try scratch.git("rev-parse", "HEAD")
    let good = try await served.answer("/health")
    #expect(good.status == 200)
    #expect(
      good.text
        == #"{"branch":"main","commit":"\#(commit)","look":{"secondsAgo":0},"status":"ok"}"#
    )
    // What is served is still right, here and in all other places.
    try scratch.write("not JSON", to: "Registry/manifest.json")
    try scratch.commitAll()
    await follower.look()
    let older = try await served.answer("/health")
    #expect(older.status == 200)
    #expect(older.text.contains(#""commit":"\#(commit)","look":{"problem":"#))
    try FileManager.default.moveItem(atPath: "\(scratch.path)/.git", toPath: "\(scratch.path)/git")
    await follower.look()
    await follower.look()
    let bad = try await served.answer("/health")
    #expect(bad.status == 503)
    #expect(bad.text.hasSuffix(#""status":"failing"}"#))
    #expect(try await served.answer("/metrics").text.contains("\nregistry_healthy 0\n"))
    #expect(try await served.answer("/metrics").text.contains(#"route="other",status="503"} 1"#))
    #expect(log.errors.count == 2)
    try FileManager.default.moveItem(atPath: "\(scratch.path)/git", toPath: "\(scratch.path)/.git")
    await follower.look()
    #expect(try await served.answer("/health").status == 200)
  }

  @Test func `the age of a fetch is that of the last one that succeeded`() async throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let clock = Clock(.now)
    var options = RegistryService.Options()
    options.health = ServerHealth(now: { clock.now })
    let (copy, trigger) = ("\(scratch.folder)/copy.git", FetchTrigger())
    let replica = Replica(
      directory: copy,
      upstream: scratch.path,
      interval: .seconds(1_000_000),
      leastInterval: .zero,
      trigger: trigger,
      health: options.health,
      logger: LogRecorder().logger
    )
    try replica.prepare()
    let served = try Served(directory: copy, branch: "main", options: options)
    try FileManager.default.removeItem(atPath: scratch.path)
    clock.advance(by: .seconds(20))
    await withThrowingTaskGroup { group in
      group.addTask { try await replica.run() }
      await trigger.waitForFetch(upTo: .seconds(300))
      group.cancelAll()
    }
    clock.advance(by: .seconds(20))
    let metrics = try await served.answer("/metrics").text
    #expect(metrics.contains("\nregistry_fetch_age_seconds 40\n"))
    let health = try await served.answer("/health").text
    #expect(health.contains(#""fetch":{"problem":"cannot reach"#))
    #expect(health.contains(#""secondsAgo":40}"#))
  }

  @Test func `a server that has not looked for long is not healthy`() async throws {
    var options = RegistryService.Options()
    let start = ContinuousClock.now
    options.health = ServerHealth(now: { start })
    let served = try scratch.served(options: options)
    #expect(try await served.answer("/health").status == 200)
    let clock = Clock(start)
    options.health = ServerHealth(now: { clock.now })
    let stuck = try Served(options: options)
    clock.advance(by: .seconds(31))
    let answer = try await stuck.answer("/health")
    #expect(answer.status == 503)
    #expect(answer.text.contains(#""look":{"secondsAgo":31}"#))
  }

  @Test func `reading health needs no token, and reading metrics does`() async throws {
    var options = RegistryService.Options()
    options.guardsReading = true
    let served = try scratch.served(options: options)
    let secret = try scratch.token([.read], named: "prometheus")
    #expect(try await served.answer("/health").status == 200)
    #expect(try await served.answer("/metrics").status == 401)
    #expect(try await served.answer("/metrics", headers: bearer(secret)).status == 200)
    options.hasStatusAddress = true
    let closed = try Served(options: options)
    for path in ["/health", "/metrics"] {
      #expect(try await closed.answer(path, headers: bearer(secret)).status == 404)
    }
  }

  @Test func `a token file that others may read is named at the start`() async throws {
    try scratch.makeMonorepo()
    _ = try scratch.token()
    let file = try scratch.workspace().tokenFile.path
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    let log = LogRecorder()
    _ = try Served(log: log)
    #expect(log.errors.first?.contains("other users have access to the token file") == true)
  }
}

/// A clock that a test advances.
private final class Clock: Sendable {
  private let time: Mutex<ContinuousClock.Instant>

  init(_ start: ContinuousClock.Instant) { time = Mutex(start) }

  var now: ContinuousClock.Instant { time.withLock { $0 } }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
