import Base
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import Testing

/// A registry that is not ours: below a path of its host, with the habits of several of them.
final class ForeignRegistry: Sendable {
  static let root = "/artifactory/api/swift/mono"

  private static let link = HTTPField.Name("Link") ?? .location

  /// How the next upload of a release is answered.
  enum Habit: Sendable {
    /// Later: its state is asked for this many times, or where no place is named for that, the release.
    case accepts(polls: Int, isPlaceNamed: Bool = true)
    /// Without taking it.
    case refuses(Int, headers: HTTPFields = [:], body: String = "")
    /// Takes it, and dies before it has said so.
    case diesAfter
    /// Keeps other bytes than were sent.
    case spoils
    /// Takes it, and lists it only when it was asked for so often.
    case lags(reads: Int, dies: Bool = false)
    /// Closes the connection without taking it.
    case closes
  }

  /// How a request for what is there is answered.
  enum Trouble: Sendable {
    case refuses(Int, headers: HTTPFields = [:])
    /// Closes the connection.
    case closes
  }

  /// When it dies, at an upload.
  enum Death: CaseIterable, Sendable {
    case unread, amid, kept
  }

  private struct State {
    var kept: [String: [[UInt8]]] = [:]
    /// How many uploads it still takes, and how it dies then; `nil` for as long as it is asked.
    var death: (rest: Int, moment: Death)?
    var isDead = false
    var signatures: [String: [String: [UInt8]]] = [:]
    var archives: [String: [UInt8]] = [:]
    var withdrawn: Set<String> = []
    var polls: [String: Int] = [:]
    var habits: [String: [Habit]] = [:]
    var uploads: [String] = []
    var authorizations: [String?] = []
    var agents: Set<String> = []
    /// By what is asked for.
    var troubles: [String: [Trouble]] = [:]
    /// How often each release is not told yet.
    var hidden: [String: Int] = [:]
    var metadata: [String: String] = [:]
  }

  private let state = Mutex(State())
  /// What the Authorization header must be; `nil` for none.
  private let authorization: String?
  private let pageSize: Int

  init(authorization: String? = nil, pageSize: Int = 100) {
    (self.authorization, self.pageSize) = (authorization, pageSize)
  }

  /// - Parameter release: As in `cookr/Menu/1.0.0`; the habits of its first uploads, in turn.
  func set(_ habits: Habit..., for release: String) {
    state.withLock { $0.habits[release] = habits }
  }

  /// - Parameter place: As in `cookr/Menu`; the troubles of its first readings, in turn.
  func trouble(_ troubles: [Trouble], at place: String) {
    state.withLock { $0.troubles[place] = troubles }
  }

  /// The names of the programs that have sent requests.
  var agents: Set<String> { state.withLock(\.agents) }

  /// The releases in the order in which they were sent, those that were refused too.
  var uploads: [String] { state.withLock(\.uploads) }
  var releases: Set<String> { state.withLock { Set($0.archives.keys) } }
  var authorizations: [String?] { state.withLock(\.authorizations) }

  func archive(of release: String) -> [UInt8]? { state.withLock { $0.archives[release] } }
  func metadata(of release: String) -> String? { state.withLock { $0.metadata[release] } }

  /// All that it was given to keep, by the releases.
  var kept: [String: [[UInt8]]] { state.withLock(\.kept) }

  /// The parts with signatures that came with a release.
  func signatures(of release: String) -> [String: [UInt8]] {
    state.withLock { $0.signatures[release] ?? [:] }
  }

  /// Dies at an upload, and answers nothing from then on.
  func die(at upload: Int, _ moment: Death) {
    state.withLock { $0.death = (upload, moment) }
  }

  func revive() {
    state.withLock { $0.isDead = false }
  }

  func keep(_ archive: [UInt8], as release: String) {
    state.withLock { $0.archives[release] = archive }
  }

  func withdraw(_ release: String) {
    state.withLock { _ = $0.withdrawn.insert(release) }
  }

  /// Serves on a port of this machine while `body` runs, which gets the URL.
  func live<Value: Sendable>(
    _ body: @escaping @Sendable (_ url: String) async throws -> Value
  ) async throws -> Value {
    let (ports, running) = AsyncStream.makeStream(of: Int.self)
    let logger = Logger(label: "foreign") { _ in SwiftLogNoOpLogHandler() }
    let application = Application(
      responder: CallbackResponder { (request: Request, context: ChannelContext) in
        try await self.answerWhileAlive(request, context)
      },
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        channel.localAddress?.port.map { _ = running.yield($0) }
        running.finish()
      },
      logger: logger
    )
    let services = ServiceGroup(services: [application], logger: logger)
    return try await withThrowingTaskGroup { group in
      group.addTask {
        defer { running.finish() }
        try await services.run()
      }
      let port = try #require(await ports.first { _ in true })
      let result = await Result { try await body("http://127.0.0.1:\(port)\(Self.root)") }
      await services.triggerGracefulShutdown()
      try await group.waitForAll()
      return try result.get()
    }
  }

  private func answerWhileAlive(
    _ request: Request,
    _ context: ChannelContext
  ) async throws -> Response {
    let moment = state.withLock { state -> Death? in
      if state.isDead { return .unread }
      guard request.method == .put, let (rest, moment) = state.death else { return nil }
      state.death = rest == 0 ? nil : (rest - 1, moment)
      state.isDead = rest == 0
      return rest == 0 ? moment : nil
    }
    guard let moment else {
      do {
        return try await answer(request)
      } catch let error as Closing {
        try await context.channel.close()
        throw error
      }
    }
    if moment == .amid { for try await _ in request.body { break } }
    if moment == .kept { _ = try await answer(request) }
    try await context.channel.close()
    throw ChannelError.eof
  }

  /// That the connection is to be closed without an answer.
  private struct Closing: Error {}

  private func answer(_ request: Request) async throws -> Response {
    let path = request.uri.path
    guard path.hasPrefix(Self.root + "/") else {
      return Response(
        status: .ok,
        headers: [.contentType: "text/html"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: "<!doctype html>"))
      )
    }
    state.withLock { state in
      state.authorizations.append(request.headers[.authorization])
      state.agents.insert(request.headers[.userAgent] ?? "")
    }
    if let authorization, request.headers[.authorization] != authorization {
      return problem(401, "who are you?")
    }
    let place = String(path.dropFirst(Self.root.count + 1))
    if place.hasPrefix("submissions/") { return poll(String(place.dropFirst(12))) }
    if request.method == .put {
      let body = try await request.body.collect(upTo: 64 << 20)
      return try put(place, Array(buffer: body))
    }
    if let trouble = nextTrouble(at: place) {
      guard case .refuses(let status, let headers) = trouble else { throw Closing() }
      var response = problem(status, "try again")
      response.headers.append(contentsOf: headers)
      return response
    }
    let parts = place.split(separator: "/")
    return parts.count == 2 ? list(place, request.uri.queryParameters["page"]) : describe(place)
  }

  private func nextTrouble(at place: String) -> Trouble? {
    state.withLock { state in
      guard let trouble = state.troubles[place]?.first else { return nil }
      state.troubles[place]?.removeFirst()
      return trouble
    }
  }

  private func list(_ package: String, _ page: Substring?) -> Response {
    let versions = releases.filter { $0.hasPrefix("\(package)/") }
      .map { String($0.dropFirst(package.count + 1)) }.sorted()
    guard !versions.isEmpty else { return problem(404, "no such package") }
    let start = page.flatMap { Int($0) } ?? 0
    let withdrawn = state.withLock(\.withdrawn)
    let shown = versions.dropFirst(start).prefix(pageSize).map { version in
      let isWithdrawn = withdrawn.contains("\(package)/\(version)")
      return "\"\(version)\":{\(isWithdrawn ? #""problem":{}"# : "")}"
    }
    var response = json(200, "{\"releases\":{\(shown.joined(separator: ","))}}")
    if start + pageSize < versions.count {
      let next = "<\(Self.root)/\(package)?page=\(start + pageSize)>; rel=\"next\""
      response.headers.append(HTTPField(name: Self.link, value: next))
    }
    return response
  }

  private func describe(_ release: String) -> Response {
    let isHidden = state.withLock { state in
      let rest = state.hidden[release] ?? 0
      state.hidden[release] = max(0, rest - 1)
      return rest > 0
    }
    guard !isHidden, let archive = archive(of: release) else {
      return problem(404, "no such release")
    }
    // As some have it.
    let checksum = Hexadecimal.text(SHA256.digest(of: archive)).uppercased()
    return json(
      200,
      """
      {"id":"x","version":"1","metadata":{},"resources":[{"name":"source-archive",\
      "type":"application/zip","checksum":"\(checksum)"}]}
      """
    )
  }

  private func put(_ release: String, _ body: [UInt8]) throws -> Response {
    let archive = Self.part("source-archive", of: body)
    state.withLock { state in
      for name in ["source-archive-signature", "metadata-signature"] {
        let part = Self.part(name, of: body)
        if !part.isEmpty { state.signatures[release, default: [:]][name] = part }
      }
    }
    let habit = state.withLock { state in
      state.uploads.append(release)
      state.metadata[release] = String(decoding: Self.part("metadata", of: body), as: UTF8.self)
      let habits = state.habits[release] ?? []
      state.habits[release] = Array(habits.dropFirst())
      return habits.first
    }
    if case .refuses(let status, let headers, let body) = habit {
      var response = problem(status, "")
      response = Response(
        status: response.status,
        headers: headers,
        body: ResponseBody(byteBuffer: ByteBuffer(string: body))
      )
      return response
    }
    if case .closes = habit { throw Closing() }
    guard self.archive(of: release) == nil else { return problem(409, "it exists") }
    state.withLock { $0.kept[release, default: []].append(archive) }
    switch habit {
    case .accepts(let polls, let isPlaceNamed):
      keep(archive, as: release)
      guard isPlaceNamed else {
        state.withLock { $0.hidden[release] = polls }
        return Response(status: .accepted)
      }
      state.withLock { $0.polls[release] = polls }
      return Response(
        status: .accepted,
        headers: [.location: "\(Self.root)/submissions/\(release)", .retryAfter: "0"]
      )
    case .spoils: keep(archive + [0], as: release)
    case .diesAfter:
      keep(archive, as: release)
      return Response(
        status: .created,
        headers: [.contentLength: "100"],
        body: ResponseBody(contentLength: 100) { _ in throw ChannelError.eof }
      )
    case .lags(let reads, let dies):
      keep(archive, as: release)
      state.withLock { $0.hidden[release] = reads }
      if dies { throw Closing() }
    case .refuses, .closes, nil: keep(archive, as: release)
    }
    return Response(status: .created, headers: [.location: "\(Self.root)/\(release)"])
  }

  private func poll(_ release: String) -> Response {
    let rest = state.withLock { state in
      state.polls[release, default: 0] -= 1
      return state.polls[release, default: 0]
    }
    guard rest < 0 else { return Response(status: .accepted, headers: [.retryAfter: "0"]) }
    return Response(
      status: .movedPermanently,
      headers: [.location: "\(Self.root)/\(release)", .contentLength: "0"]
    )
  }
}

/// The context of a request, with its connection.
private struct ChannelContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
