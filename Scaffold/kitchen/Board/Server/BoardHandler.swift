import AppConsole
import FlowKit
import FlyingFox
import Foundation
import Synchronization

struct BoardHandler: HTTPHandler {
  private static let longestForm = 4096

  let watch: BoardWatch
  let access: BoardAccess
  let page: BoardPage
  let notices: Notices

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard access.isAddressedHere(request) else { return .refusal }
    if let asset = Asset(path: request.path) {
      return request.method == .GET ? .asset(asset) : .onlyFor("GET")
    }
    if let opens = access.opens(request), request.path == "/", request.method == .GET {
      return opens ? .seeOther("/", cookie: access.cookie(for: request)) : .refusal
    }
    guard access.isKnown(request) else { return .refusal }
    switch (request.path, request.method) {
    case ("/", .GET): return await show(request)
    case ("/events", .GET): return await follow()
    case ("/steps", .POST): return try await take(request)
    case ("/", _), ("/events", _): return .onlyFor("GET")
    case ("/steps", _): return .onlyFor("POST")
    default: return .text(.notFound, "There is no such page.")
    }
  }

  private func show(_ request: HTTPRequest) async -> HTTPResponse {
    let id = request.query.first { $0.name == "notice" }?.value
    return .page(page.page(await watch.current(), notice: id.flatMap(notices.take)))
  }

  private func follow() async -> HTTPResponse {
    .events(BoardEvents(boards: await watch.boards()) { page.content($0).text })
  }

  /// Takes a step, and leads back to the board: with a line about what was refused, if anything was.
  private func take(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard access.isFromHere(request) else { return .refusal }
    guard let length = request.bodySequence.count, length <= Self.longestForm else {
      return .text(.payloadTooLarge, "A step takes at most \(Self.longestForm) bytes.")
    }
    let form = [URLQueryItem](form: try await request.bodyData)
    guard let order = form["order"], let step = form["step"].flatMap(KitchenStep.init) else {
      return .text(.badRequest, "Expected an order and a step.")
    }
    let refusal = await refusal(of: step, of: OrderReference(rawValue: order))
    if request.headers[HTTPHeader("Accept")] == "application/json" {
      return .message(refusal?.message.asSentence)
    }
    // So that reloading the page does not take the step again.
    guard let refusal else { return .seeOther("/#order-\(order)", cookie: nil) }
    return .seeOther("/?notice=\(notices.keep(refusal.message.asSentence))", cookie: nil)
  }

  private func refusal(of step: KitchenStep, of order: OrderReference) async -> CommandError? {
    do {
      try await watch.take(step, of: order)
      return nil
    } catch {
      return CommandError(error, statuses: [:])
    }
  }
}

extension [URLQueryItem] {
  /// Reads the fields of a form as browsers send them, `application/x-www-form-urlencoded`.
  fileprivate init(form body: Data) {
    let query = String(decoding: body, as: UTF8.self).replacing("+", with: "%20")
    self = URLComponents(string: "?\(query)")?.queryItems ?? []
  }

  fileprivate subscript(name: String) -> String? {
    first { $0.name == name }?.value
  }
}

/// Lines that a browser without its script gets to see on the page after the next redirection.
///
/// They are kept here and not in the address, so that no link can put words on the board.
final class Notices: Sendable {
  private static let most = 32
  private let kept = Mutex<[(id: String, line: String)]>([])

  func keep(_ line: String) -> String {
    let id = UUID().uuidString
    kept.withLock { kept in
      // Those that nobody came for.
      if kept.count == Self.most { kept.removeFirst() }
      kept.append((id, line))
    }
    return id
  }

  func take(_ id: String) -> String? {
    kept.withLock { kept in
      kept.firstIndex { $0.id == id }.map { kept.remove(at: $0).line }
    }
  }
}
