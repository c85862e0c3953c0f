import Git
import GitValues
import HTTPTypes
import Hummingbird
import RegistryContent
import RegistryModel
import Sharing
import Versioning

/// The pages for people, and the same as JSON for programs.
///
/// A page is sent only if the Accept header names HTML, which no client of the protocol does.
struct PageRoutes: Sendable {
  let route: RegistryRoute
  let library: PageLibrary
  let renderer: PageRenderer

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
      try await json(request, context) { try await library.graph(of: $0).json }
    }
    router.get("/scaffolds") { try await scaffolds($0, $1) }
    router.get("/scaffolds.json") { request, context in
      try await json(request, context) { try await library.scaffolds(of: $0).json }
    }
    router.get("/{scope}/{name}/history.json") { request, context in
      let entry = try route.component(context, route.registry.snapshot)
      return try await json(request, context) { try await library.history(of: entry, in: $0).json }
    }
    router.get("/style.css") { _, _ in
      PageResponse.fixed(StyleSheet.text, "text/css; charset=utf-8")
    }
    router.get("/icon.svg") { _, _ in PageResponse.fixed(StyleSheet.icon, "image/svg+xml") }
    router.refuseOtherMethods(
      at: [
        "/", "/registry.json", "/graph", "/graph.json", "/scaffolds", "/scaffolds.json",
        "/{scope}/{name}/history.json", "/style.css", "/icon.svg",
      ],
      allowed: [.get, .head]
    )
  }

  private func home(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    try await page(request, context) { snapshot in
      let query = request.uri.queryParameters
      // Forms encode spaces as plus signs; names contain neither.
      let words = query["q"].map(String.init) ?? ""
      return pages(request, snapshot).home(
        try await library.overview(of: snapshot),
        query: words.filter { !"+ ".contains($0) },
        layer: query["layer"].map(String.init) ?? ""
      )
    }
  }

  private func overview(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    try await json(request, context) { try await library.overview(of: $0).json }
  }

  private func graph(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    try await page(request, context) { snapshot in
      pages(request, snapshot).graph(try await library.graph(of: snapshot))
    }
  }

  private func scaffolds(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    try await page(request, context) { snapshot in
      pages(request, snapshot).scaffolds(try await library.scaffolds(of: snapshot))
    }
  }

  /// The page of the component that the path names.
  func component(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    do {
      let entry = try route.component(context, route.registry.snapshot)
      return try await page(request, context) { snapshot in
        let history = try await library.history(of: entry, in: snapshot)
        return pages(request, snapshot).component(
          history,
          comparing: comparison(request, history),
          in: try await library.graph(of: snapshot)
        )
      }
    } catch let problem as Problem {
      return refusal(problem, request)
    }
  }

  private func comparison(
    _ request: Request,
    _ history: ComponentHistory
  ) -> ReleaseComparison? {
    let query = request.uri.queryParameters
    guard let from = query["from"].flatMap({ try? SemanticVersion(String($0)) }),
      let to = query["to"].flatMap({ try? SemanticVersion(String($0)) })
    else { return nil }
    return ReleaseComparison(from, to, in: history)
  }

  private func refusal(_ problem: Problem, _ request: Request) -> Response {
    let page = pages(request, route.registry.snapshot).problem(
      problem.status.code,
      problem.status.reasonPhrase,
      problem.detail
    )
    return PageResponse.html(page, status: problem.status, tag: nil)
  }

  private func page(
    _ request: Request,
    _ context: RegistryRequestContext,
    _ html: (RegistrySnapshot) async throws -> String
  ) async throws -> Response {
    let snapshot = route.registry.snapshot.visible(to: context.reader)
    let tag = tag(of: snapshot, context, renderer.fingerprint)
    if EntityTags(request.headers[.ifNoneMatch])?.contains(tag) == true {
      return PageResponse.notModified(tag: tag)
    }
    return try await awayFromConnections {
      PageResponse.html(try await html(snapshot), tag: tag)
    }
  }

  private func json(
    _ request: Request,
    _ context: RegistryRequestContext,
    _ value: (RegistrySnapshot) async throws -> JSONValue
  ) async throws -> Response {
    try route.accept(.json, request)
    let snapshot = route.registry.snapshot.visible(to: context.reader)
    let tag = tag(of: snapshot, context, "json")
    if EntityTags(request.headers[.ifNoneMatch])?.contains(tag) == true {
      return PageResponse.notModified(tag: tag)
    }
    return try await awayFromConnections {
      PageResponse.json(try await value(snapshot), tag: tag)
    }
  }

  /// Includes the components that the reader may see, because they change the page.
  private func tag(
    of snapshot: RegistrySnapshot,
    _ context: RegistryRequestContext,
    _ form: String
  ) -> String {
    let part = context.reader.map { "-\($0.components)" } ?? ""
    return "\"\(snapshot.commit.hex.prefix(16))-\(form)\(part)\""
  }

  /// Runs `body` on another thread: computing a page of a large registry would delay the other
  /// connections of the event loop.
  private func awayFromConnections(
    _ respond: () async throws -> Response
  ) async throws -> Response {
    try await withTaskExecutorPreference(globalConcurrentExecutor, operation: respond)
  }

  private func pages(_ request: Request, _ snapshot: RegistrySnapshot) -> RegistryPages {
    let base = route.address(of: request).base
    return RegistryPages(
      renderer,
      scope: snapshot.manifest.scope,
      paths: PagePaths(root: route.publicURL.map(PagePaths.root(of:)) ?? "", isServed: true),
      address: base.isEmpty ? "http://localhost" : base
    )
  }
}
