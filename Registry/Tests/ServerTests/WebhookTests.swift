import Crypto
import Base
import Model
import Releases
import Server
import Versions
import Foundation
import Logging
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

/// What a webhook is told of releases.
@Suite(.scratchRepository)
struct WebhookTests {
  private let scratch = Scratch.current
  private let receiver = Receiver()

  /// Answers with these statuses, one after the other, and then with 200.
  private final class Receiver: Sendable {
    struct Message {
      let head: String
      let body: String

      func header(_ name: String) -> String? {
        head.split(separator: "\r\n").first { $0.hasPrefix("\(name): ") }
          .map { String($0.dropFirst(name.count + 2)) }
      }
    }

    let (messages, arrival) = AsyncStream.makeStream(of: Message.self)
    let statuses = Mutex<[String]>([])

    func answer(_ guest: inout RawServer.Guest) async throws {
      guard let head = try await guest.head() else { return }
      let body = try await guest.body(of: head)
      let status = statuses.withLock { $0.isEmpty ? "200 OK" : $0.removeFirst() }
      try await guest.answer(status)
      arrival.yield(Message(head: head, body: body))
    }
  }

  private func next(_ count: Int) async -> [Receiver.Message] {
    var messages: [Receiver.Message] = []
    for await message in receiver.messages {
      messages.append(message)
      if messages.count == count { break }
    }
    return messages
  }

  /// Runs a server with a webhook at each URL while `body` does.
  private func telling(
    _ urls: String...,
    log: LogRecorder = LogRecorder(),
    pauses: [Duration] = [.milliseconds(1)],
    _ body: (Served) async throws -> Void
  ) async throws {
    let served = try Served(log: log)
    let sender = try WebhookSender(
      urls.map { Webhook(url: "\($0)/hook?key=hidden", secret: "salt") },
      served.service,
      publicURL: "https://swift.example.com",
      interval: .milliseconds(1),
      pauses: pauses,
      logger: log.logger
    )
    try await withThrowingTaskGroup { group in
      group.addTask { try await sender.run() }
      try await body(served)
      group.cancelAll()
    }
  }

  private func body(
    _ event: String,
    _ release: Release,
    _ date: RecordDate,
    reason: String? = nil
  ) -> String {
    let parts: [String] = [
      "\"checksum\":\"\(release.archive?.hexadecimal ?? "")\"",
      "\"commit\":\"\(release.source)\"",
      "\"component\":\"Menu\"",
      "\"date\":\"\(date)\"",
      "\"event\":\"\(event)\"",
      "\"id\":\"cookr.Menu\"",
      reason.map { "\"reason\":\"\($0)\"" } ?? "",
      "\"url\":\"https://swift.example.com/cookr/Menu/\(release.version)\"",
      "\"version\":\"\(release.version)\"",
    ]
    return "{\(parts.filter { !$0.isEmpty }.joined(separator: ","))}"
  }

  private func withdraw() throws {
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.0.0"),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
  }

  @Test func `releases and withdrawals are told, signed, and nothing from before`() async throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try await RawServer.live({ try await receiver.answer(&$0) }) { url in
      try await telling(url) { served in
        try withdraw()
        try await served.service.registry.refresh()
        let first = await next(1)
        try scratch.change("Menu")
        try scratch.bump("Menu", "1.1.0")
        try await served.service.registry.refresh()
        let messages = await first + next(1)
        let log = try scratch.log(of: "Menu")
        let yank = try #require(log.yank(of: log.releases[0].version))
        #expect(
          messages.map(\.body) == [
            body("withdrawal", log.releases[0], yank.date, reason: "cold"),
            body("release", log.releases[1], log.releases[1].date),
          ]
        )
        let key = SymmetricKey(data: Data("salt".utf8))
        for message in messages {
          #expect(message.head.hasPrefix("POST /hook?key=hidden HTTP/1.1\r\n"))
          #expect(message.header("Content-Type") == "application/json")
          let code = HMAC<Crypto.SHA256>.authenticationCode(
            for: Data(message.body.utf8),
            using: key
          )
          #expect(
            message.header("X-Registry-Signature-256") == "sha256=\(Hexadecimal.text(code))"
          )
          #expect(message.body.contains(#""event":"\#(message.header("X-Registry-Event") ?? "")""#))
          #expect(UUID(uuidString: message.header("X-Registry-Delivery") ?? "") != nil)
        }
      }
    }
  }

  @Test func `a receiver that fails is told again, and given up after some attempts`() async throws
  {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let log = LogRecorder()
    receiver.statuses.withLock { $0 = Array(repeating: "500 Internal Server Error", count: 3) }
    try await RawServer.live({ try await receiver.answer(&$0) }) { url in
      try await telling(url, log: log, pauses: [.milliseconds(1), .milliseconds(1)]) { served in
        try withdraw()
        try await served.service.registry.refresh()
        let ids = await next(3).map { $0.header("X-Registry-Delivery") }
        #expect(Set(ids).count == 1)
        try scratch.bump("Kitchen", "1.0.0")
        try await served.service.registry.refresh()
        #expect(await next(1)[0].body.contains(#""component":"Kitchen""#))
      }
      let host = url.dropFirst("http://".count)
      #expect(log.errors.count == 1)
      #expect(log.errors[0].hasPrefix("cannot tell '\(host)' of the "))
      #expect(log.errors[0].hasSuffix("giving up: '\(host)' answered 500"))
      #expect(log.messages(at: .warning).count == 1)
    }
  }

  @Test func `a message that is refused keeps no later one waiting, and is sent again`()
    async throws
  {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    receiver.statuses.withLock { $0 = ["400 Bad Request"] }
    try await RawServer.live({ try await receiver.answer(&$0) }) { url in
      try await telling(url, pauses: [.seconds(1_000)]) { served in
        try withdraw()
        try await served.service.registry.refresh()
        let refused = await next(1)[0].header("X-Registry-Delivery")
        for version in ["1.0.0", "1.1.0"] {
          try scratch.change("Kitchen")
          try scratch.bump("Kitchen", version)
          try await served.service.registry.refresh()
          #expect(await next(1)[0].body.contains(#""version":"\#(version)""#))
        }
        #expect(refused != nil)
      }
      // A restart sends it at once, and nothing else again.
      try await telling(url) { served in
        #expect(await next(1)[0].header("X-Registry-Event") == "withdrawal")
        try scratch.change("Menu")
        try scratch.bump("Menu", "1.1.0")
        try await served.service.registry.refresh()
        #expect(await next(1)[0].body.contains(#""component":"Menu""#))
      }
    }
  }

  @Test func `a message is kept for three days, with pauses that grow to an hour`() {
    let pauses = WebhookSender.pauses
    #expect(pauses.first == .seconds(1) && pauses.last == .seconds(3_600))
    #expect(zip(pauses, pauses.dropFirst()).allSatisfy(<=))
    let all = pauses.reduce(Duration.zero, +)
    #expect(all > .seconds(72 * 3_600) && all < .seconds(74 * 3_600))
  }

  @Test func `a restart neither repeats nor loses what is told`() async throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try await RawServer.live({ try await receiver.answer(&$0) }) { url in
      try await telling(url) { _ in }
      try scratch.bump("Kitchen", "1.0.0")
      try scratch.change("Menu")
      try scratch.bump("Menu", "1.1.0")
      // The second message is refused, and the server ends before it tries again.
      receiver.statuses.withLock { $0 = ["200 OK", "503 Service Unavailable"] }
      var messages: [Receiver.Message] = []
      try await telling(url, pauses: [.seconds(1_000)]) { _ in messages += await next(2) }
      // The cache may be removed at any time.
      try? FileManager.default.removeItem(atPath: "\(scratch.path)/.registry")
      try await telling(url) { served in
        messages += await next(1)
        try withdraw()
        try await served.service.registry.refresh()
        messages += await next(1)
      }
      let ids = messages.map { $0.header("X-Registry-Delivery") }
      #expect(Set(ids).count == 3 && ids[1] == ids[2])
      #expect(messages[3].body.contains("withdrawal"))
    }
  }

  @Test func `a receiver that does not answer keeps no request waiting, nor a shutdown`()
    async throws
  {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let log = LogRecorder()
    let (end, hasEnded) = AsyncStream.makeStream(of: Never.self)
    let host: @Sendable (inout RawServer.Guest) async throws -> Void = { guest in
      receiver.arrival.yield(Receiver.Message(head: try await guest.head() ?? "", body: ""))
      for await _ in end {}
    }
    try await RawServer.live(host) { url in
      try await telling(url, log: log, pauses: [.seconds(1_000)]) { served in
        try withdraw()
        try await served.service.registry.refresh()
        _ = await next(1)
        #expect(try await served.answer("/cookr/Menu").text.contains("cold"))
        hasEnded.finish()
      }
    }
    #expect(log.messages(at: .warning).count == 1)
    #expect(!log.messages(at: .warning)[0].contains("hidden"))
  }

  @Test func `a receiver that does not answer keeps no other receiver waiting`() async throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let log = LogRecorder()
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let (end, hasEnded) = AsyncStream.makeStream(of: Never.self)
    let silent: @Sendable (inout RawServer.Guest) async throws -> Void = { guest in
      _ = try await guest.head()
      arrival.yield()
      for await _ in end {}
    }
    try await RawServer.live(silent) { first in
      try await RawServer.live({ try await receiver.answer(&$0) }) { second in
        try await telling(first, second, log: log, pauses: [.seconds(1_000)]) { served in
          try withdraw()
          try await served.service.registry.refresh()
          _ = await arrivals.first { _ in true }
          #expect(await next(1)[0].header("X-Registry-Event") == "withdrawal")
          // The first one may answer yet, so nothing has ended that the second could have waited for.
          #expect(log.messages(at: .warning) == [])
          hasEnded.finish()
        }
      }
    }
  }
}
