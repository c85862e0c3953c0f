import Hummingbird
import HTTPTypes

/// `GET /identifiers?url=`: the packages of a repository URL (SE-0292, 4.5).
///
/// Always none: a monorepo has several packages, of which clients would take the alphabetically first.
struct LookUpIdentifiers: Sendable {
  let route: RegistryRoute

  func handle(_ request: Request, _ context: some RequestContext) throws -> Response {
    try route.accept(.json, request)
    guard let url = request.uri.queryParameters["url"], !url.isEmpty else {
      throw Problem(.badRequest, "missing parameter 'url', expected the URL of a repository")
    }
    throw Problem(.notFound, "no package is registered for the repository '\(url)'")
  }
}
