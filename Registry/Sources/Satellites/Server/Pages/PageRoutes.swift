import Base
import Git
import HTTPTypes
import Hummingbird
import Model
import Reports
import Sharing
import Site
import Versions

/// The pages for people, and the same as JSON for programs.
///
/// A page is sent only if the Accept header names HTML, which no client of the protocol does.
struct PageRoutes: Sendable {
  let route: RegistryRoute
  let library: PageLibrary

  static func isAskedFor(_ request: Request) -> Bool {
    (request.headers[.accept] ?? "").split(separator: ",").contains { range in
      let parts = range.split(separator: ";").map { $0.trimmed.lowercased() }
      guard parts.first == "text/html" else { return false }
      return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
    }
  }

  func add(to router: Router<RegistryRequestContext>) {
    router.get("/") { request, context in
      Self.isAskedFor(request)
        ? try await home(request, context) : try await overview(request, context)
    }
    router.get("/registry.json") { try await overview($0, $1) }
    router.get("/graph") { try await graph($0, $1) }
    router.get("/graph.json") { request, context in
      try await json(request, context) { [library] in try await library.graph(of: $0).json }
    }
    router.get("/apps") { try await apps($0, $1) }
    router.get("/apps.json") { request, context in
      try await json(request, context) { [library] in try await library.apps(of: $0).json }
    }
    router.get("/feed.atom") { request, context in
      try await feed(request, context) { try await $1.feed(library.recent(of: $0)) }
    }
    router.get("/rules") { request, context in
      try await page(request, context) { $1.rules() }
    }
    router.get("/style.css") { _, _ in
      PageResponse.fixed(StyleSheet.text, "text/css; charset=utf-8")
    }
    router.get("/icon.svg") { _, _ in PageResponse.fixed(StyleSheet.icon, "image/svg+xml") }
    router.refuseOtherMethods(
      at: SitePage.allCases.map { RouterPath($0.path) } + [
        "/registry.json", "/graph.json", "/apps.json", "/style.css", "/icon.svg", "/feed.atom",
      ],
      allowed: [.get, .head]
    )
  }

  /// - Parameter scope: The first part of the packages' paths.
  func add(packagesOf scope: String, to router: Router<RegistryRequestContext>) {
    router.get("/\(scope)/{name}/history.json") { request, context in
      let snapshot = snapshot(for: context)
      let entry = try route.component(context, snapshot)
      return try await json(request, context, of: snapshot) { [library] in
        try await library.history(of: entry, in: $0).json
      }
    }
    router.get("/\(scope)/{name}/feed.atom") { request, context in
      let snapshot = snapshot(for: context)
      let entry = try route.component(context, snapshot)
      return try await feed(request, context, of: snapshot) { snapshot, pages in
        let history = try await library.history(of: entry, in: snapshot)
        guard !history.releases.isEmpty else {
          throw Problem(.notFound, "'\(entry.name)' was never released")
        }
        return pages.feed(history)
      }
    }
    router.refuseOtherMethods(
      at: ["/\(scope)/{name}/history.json", "/\(scope)/{name}/feed.atom"],
      allowed: [.get, .head]
    )
  }

  private func home(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    let query = request.uri.queryParameters
    // Forms encode spaces as plus signs; names contain neither.
    let words = (query["q"].map(String.init) ?? "").filter { !"+ ".contains($0) }
    let layer = query["layer"].map(String.init) ?? ""
    return try await page(request, context) { [library] snapshot, pages in
      pages.home(try await library.overview(of: snapshot), query: words, layer: layer)
    }
  }

  private func overview(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    try await json(request, context) { [library] in try await library.overview(of: $0).json }
  }

  private func graph(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    let query = request.uri.queryParameters
    let name = query["of"].flatMap { try? ComponentName(String($0)) }
    let words = (query["q"].map(String.init) ?? "").filter { !"+ ".contains($0) }
    return try await page(request, context) { [library] snapshot, pages in
      let graph = try await library.graph(of: snapshot)
      // As it is spelled.
      let chosen = name.flatMap { name in graph.nodes.first { $0.name.key == name.key }?.name }
      return pages.graph(graph, around: chosen, query: words)
    }
  }

  private func apps(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    try await page(request, context) { [library] snapshot, pages in
      pages.apps(try await library.apps(of: snapshot))
    }
  }

  func refusal(_ problem: Problem, _ request: Request) -> Response {
    let page = pages(route.address(of: request).base, route.registry.snapshot).problem(
      problem.status.code,
      problem.status.reasonPhrase,
      problem.detail
    )
    var response = PageResponse.html(ByteBuffer(string: page), status: problem.status, tag: nil)
    response.headers[.cacheControl] = "no-store"
    if let seconds = problem.headers[.retryAfter] {
      response.headers[.retryAfter] = seconds
      // Browsers ask again by themselves.
      response.headers[.refresh] = seconds
    }
    return response
  }

  /// Returns the part of the served commit that the reader may see.
  func snapshot(for context: RegistryRequestContext) -> RegistrySnapshot {
    route.registry.snapshot.visible(to: context.reader)
  }

  /// - Parameter snapshot: That of everything else that the page shows; `nil` for the current one.
  func page(
    _ request: Request,
    _ context: RegistryRequestContext,
    of snapshot: RegistrySnapshot? = nil,
    stamp: String = "",
    _ html: @escaping @Sendable (RegistrySnapshot, RegistryPages) async throws -> String
  ) async throws -> Response {
    do {
      return try await made(request, context, of: snapshot, PageEdition.fingerprint + stamp, html) {
        PageResponse.html($0, tag: $1)
      }
    } catch let problem as Problem {
      return refusal(problem, request)
    }
  }

  private func json(
    _ request: Request,
    _ context: RegistryRequestContext,
    of snapshot: RegistrySnapshot? = nil,
    _ value: @escaping @Sendable (RegistrySnapshot) async throws -> JSONValue
  ) async throws -> Response {
    try route.accept(.json, request)
    return try await made(request, context, of: snapshot, "json") { snapshot, _ in
      try await value(snapshot).compact
    } _: {
      PageResponse.data($0, RegistryMedia.json.contentType, tag: $1)
    }
  }

  private func feed(
    _ request: Request,
    _ context: RegistryRequestContext,
    of snapshot: RegistrySnapshot? = nil,
    _ text: @escaping @Sendable (RegistrySnapshot, RegistryPages) async throws -> String
  ) async throws -> Response {
    try await made(request, context, of: snapshot, "atom", text) {
      PageResponse.data($0, "application/atom+xml; charset=utf-8", tag: $1)
    }
  }

  /// Answers with a page that is made at most once for a commit, and before anybody asks for it if it
  /// was asked for before and shows all components.
  private func made(
    _ request: Request,
    _ context: RegistryRequestContext,
    of snapshot: RegistrySnapshot?,
    _ form: String,
    _ text: @escaping @Sendable (RegistrySnapshot, RegistryPages) async throws -> String,
    _ respond: (ByteBuffer, _ tag: String) -> Response
  ) async throws -> Response {
    let snapshot = snapshot ?? self.snapshot(for: context)
    let tag = tag(of: snapshot, context, form)
    if EntityTags(request.headers[.ifNoneMatch])?.contains(tag) == true {
      return PageResponse.notModified(tag: tag)
    }
    let address = route.address(of: request)
    let base = PageBase(of: address, isPublic: route.publicURL != nil)
    let key = PageLibrary.Key(form, request.uri.string, base: base)
    let page = { @Sendable (snapshot: RegistrySnapshot) in
      try await library.page(key, of: snapshot) {
        try await text(snapshot, pages(base.text, snapshot))
      }
    }
    if Self.pathsOfAll.contains(request.uri.string) {
      let reader = context.reader
      library.makeAgain(key) { _ = try await page($0.visible(to: reader)) }
    }
    return respond(try await page(snapshot).text(for: address), tag)
  }

  private static let pathsOfAll: Set = [
    "/", "/registry.json", "/graph", "/graph.json", "/apps", "/apps.json", "/feed.atom",
  ]

  /// Includes the components that the reader may see, because they change the page.
  private func tag(
    of snapshot: RegistrySnapshot,
    _ context: RegistryRequestContext,
    _ form: String
  ) -> String {
    let part = context.reader.map { "-\($0.components)" } ?? ""
    return "\"\(snapshot.commit.hex.prefix(16))-\(form)\(part)\""
  }

  private func pages(_ base: String, _ snapshot: RegistrySnapshot) -> RegistryPages {
    RegistryPages(
      scope: snapshot.manifest.scope,
      paths: PagePaths(root: route.publicURL.map(PagePaths.root(of:)) ?? "", isServed: true),
      address: base.isEmpty ? "http://localhost" : base
    )
  }
}

/// The pages of a component and of its releases.
extension PageRoutes {
  /// The page of the component that the path names, with its newest release.
  func component(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    try await component(request, context) { $0.latest }
  }

  /// The same with the release that the path names.
  func release(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    do {
      let (entry, releases) = try await route.releases(context, route.registry.snapshot)
      let position = try route.position(of: route.version(context), entry, in: releases.rendered)
      let version = releases.rendered.versions[position]
      return try await component(request, context) { _ in version }
    } catch let problem as Problem {
      return refusal(problem, request)
    }
  }

  private func component(
    _ request: Request,
    _ context: RegistryRequestContext,
    showing version: @escaping @Sendable (ComponentHistory) -> SemanticVersion?
  ) async throws -> Response {
    do {
      let snapshot = snapshot(for: context)
      let entry = try route.component(context, snapshot)
      let stamp = stamp(of: entry)
      return try await page(request, context, of: snapshot, stamp: stamp) {
        [self] snapshot, pages in
        let history = try await library.history(of: entry, in: snapshot)
        let shown = version(history).flatMap(history.item)?.release
        var facts: ReleaseFacts?
        if let shown { facts = try await library.facts(of: shown, history, entry, in: snapshot) }
        return pages.component(
          history,
          showing: facts,
          comparing: try await comparison(request, history, entry),
          in: try await library.graph(of: snapshot)
        )
      }
    } catch let problem as Problem {
      return refusal(problem, request)
    }
  }

  private func comparison(
    _ request: Request,
    _ history: ComponentHistory,
    _ entry: RegistrySnapshot.Entry
  ) async throws -> ReleaseComparison? {
    let query = request.uri.queryParameters
    guard let from = query["from"].flatMap({ try? SemanticVersion(String($0)) }),
      let to = query["to"].flatMap({ try? SemanticVersion(String($0)) }),
      var comparison = ReleaseComparison(from, to, in: history)
    else { return nil }
    let records = comparison.records
    comparison.changes = try await library.changes(of: entry, from: records.old, to: records.new)
    return comparison
  }

  /// The public API of the release that the path names.
  func interface(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    do {
      let snapshot = snapshot(for: context)
      let (entry, releases) = try await route.releases(context, snapshot)
      let position = try route.position(of: route.version(context), entry, in: releases.rendered)
      let release = try await releases.release(position)
      guard let interface = try await library.interface(of: entry, release) else {
        throw Problem(
          .notFound,
          "the public API of '\(entry.name)' \(release.version) is not known here"
        )
      }
      let stamp = stamp(of: entry)
      return try await page(request, context, of: snapshot, stamp: stamp) {
        [self] snapshot, pages in
        let history = try await library.history(of: entry, in: snapshot)
        let words = request.uri.queryParameters["q"].map(String.init) ?? ""
        return pages.interface(
          interface,
          of: try await library.facts(of: release, history, entry, in: snapshot),
          in: history,
          // Forms encode spaces as plus signs.
          query: words.replacing("+", with: " ").trimmed
        )
      }
    } catch let problem as Problem {
      return refusal(problem, request)
    }
  }

  /// Returns a text for what a page depends on besides the commit: documentation is built without
  /// one.
  private func stamp(of entry: RegistrySnapshot.Entry) -> String {
    let known = library.documentation(of: entry)
    guard !known.isEmpty else { return "" }
    return Hexadecimal.text(SHA256.digest(of: Array(known.utf8)).prefix(4))
  }
}

/// Responses with the headers of pages: security policy, caching, content type.
enum PageResponse {
  static func html(
    _ text: ByteBuffer,
    status: HTTPResponse.Status = .ok,
    tag: String?
  ) -> Response {
    var response = response(text, "text/html; charset=utf-8", status: status)
    response.headers[.contentSecurityPolicy] = ContentPolicy.servedPage
    response.headers[.contentLanguage] = "en"
    response.headers[.referrerPolicy] = "same-origin"
    response.headers[.vary] = "Accept"
    // Cached but revalidated, because a page may change with each commit.
    response.headers[.cacheControl] = "no-cache"
    response.headers[.eTag] = tag
    return response
  }

  /// For programs, not for browsers.
  static func data(_ text: ByteBuffer, _ type: String, tag: String) -> Response {
    var response = response(text, type)
    response.headers[.vary] = "Accept"
    response.headers[.cacheControl] = "no-cache"
    response.headers[.eTag] = tag
    return response
  }

  /// A response that may be cached forever: the content at its address never changes.
  static func fixed(_ text: String, _ type: String) -> Response {
    var response = response(ByteBuffer(string: text), type)
    response.headers[.cacheControl] = "public, max-age=31536000, immutable"
    response.headers[.contentSecurityPolicy] = ContentPolicy.content
    return response
  }

  static func notModified(tag: String) -> Response {
    Response(
      status: .notModified,
      headers: [.eTag: tag, .cacheControl: "no-cache", .vary: "Accept"]
    )
  }

  private static func response(
    _ body: ByteBuffer,
    _ type: String,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    let headers: HTTPFields = [
      .contentType: type, .contentLength: String(body.readableBytes),
    ]
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

extension HTTPField.Name {
  static let refresh = known("Refresh")
  static let referrerPolicy = known("Referrer-Policy")
}
