import HTTPTypes
import Hummingbird
import Model
import Site
import Versions

/// `GET /{scope}/{name}`: the releases of a package, newest first (SE-0292, 4.1).
struct ListReleases: Sendable {
  let route: RegistryRoute
  let pageSize: Int

  func handle(_ request: Request, _ context: some RequestContext) async throws -> Response {
    try route.accept(.json, request)
    let address = route.address(of: request)
    let snapshot = route.registry.snapshot
    let (entry, releases) = try await route.releases(context, snapshot)
    let versions = releases.rendered.versions
    guard !versions.isEmpty else {
      throw Problem(.notFound, "'\(entry.name)' was never released")
    }
    let pages = (versions.count + pageSize - 1) / pageSize
    let page = try page(of: pages, request)
    let scope = snapshot.manifest.scope
    var links: [Link] = []
    if let latest = releases.rendered.latest {
      let target = address.release(scope, entry.name, versions[latest])
      links.append(Link(target: target, relation: "latest-version"))
    }
    links += Self.links(page, of: pages, at: address.component(scope, entry.name))
    let start = (page - 1) * pageSize
    let shown = start..<min(start + pageSize, versions.count)
    let listing = ReleaseListing(releases.rendered, of: entry.name, in: scope, at: address)
    return .json(listing.json(shown), links: links)
  }

  private func page(of pages: Int, _ request: Request) throws(Problem) -> Int {
    guard let text = request.uri.queryParameters["page"] else { return 1 }
    guard let page = Int(text), 1...pages ~= page else {
      throw Problem(.badRequest, "invalid page '\(text)', expected 1 to \(pages)")
    }
    return page
  }

  private static func links(_ page: Int, of pages: Int, at url: String) -> [Link] {
    guard pages > 1 else { return [] }
    func link(_ number: Int, _ relation: String) -> Link {
      Link(target: "\(url)?page=\(number)", relation: relation)
    }
    var links = [link(1, "first"), link(pages, "last")]
    if page > 1 { links.append(link(page - 1, "prev")) }
    if page < pages { links.append(link(page + 1, "next")) }
    return links
  }
}

extension Response {
  /// A JSON response that may change with each commit, so that caches must revalidate it.
  static func json(_ text: String, links: [Link] = []) -> Response {
    json(Array(text.utf8), links: links)
  }

  /// - Parameter text: Compact JSON.
  static func json(_ text: [UInt8], links: [Link] = []) -> Response {
    var headers: HTTPFields = [
      .contentType: RegistryMedia.json.contentType, .cacheControl: "no-cache",
    ]
    if !links.isEmpty { headers[.link] = links.header }
    let body = ByteBuffer(bytes: text)
    headers[.contentLength] = String(body.readableBytes)
    // Links to later releases may change without the text.
    headers[.eTag] = EntityTags.tag(of: text + (headers[.link] ?? "").utf8)
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

/// `GET /{scope}/{name}/{version}`: the details of a release (SE-0292, 4.2).
struct ReleaseDetails: Sendable {
  let route: RegistryRoute

  func handle(_ request: Request, _ context: some RequestContext) async throws -> Response {
    try route.accept(.json, request)
    let address = route.address(of: request)
    let snapshot = route.registry.snapshot
    let (entry, releases) = try await route.releases(context, snapshot)
    let position = try find(route.version(context), of: entry, in: releases.rendered)
    let scope = snapshot.manifest.scope
    let related = Self.related(to: position, in: releases.rendered).map { relation, version in
      Link(target: address.release(scope, entry.name, version), relation: relation)
    }
    return .json(try await releases.description(position), links: related)
  }

  /// A pre-release may end in `.json` itself, so the suffix is removed only if no release is found.
  private func find(
    _ version: String,
    of entry: RegistrySnapshot.Entry,
    in releases: RenderedReleases
  ) throws(Problem) -> Int {
    let suffix = ".json"
    guard version.hasSuffix(suffix) else {
      return try route.position(of: version, entry, in: releases)
    }
    if let whole = try? route.position(of: version, entry, in: releases) { return whole }
    return try route.position(of: String(version.dropLast(suffix.count)), entry, in: releases)
  }

  private static func related(
    to position: Int,
    in releases: RenderedReleases
  ) -> [(relation: String, version: SemanticVersion)] {
    let versions = releases.versions
    var related: [(String, SemanticVersion)] = []
    if let latest = releases.latest { related.append(("latest-version", versions[latest])) }
    if position > 0 { related.append(("successor-version", versions[position - 1])) }
    if position + 1 < versions.count {
      related.append(("predecessor-version", versions[position + 1]))
    }
    return related
  }
}

/// `GET /availability`: requested by clients before they use a default registry URL.
struct AvailabilityAnswer: Sendable {
  func handle(_ request: Request, _ context: some RequestContext) throws -> Response {
    .json("{\"available\":true}")
  }
}
