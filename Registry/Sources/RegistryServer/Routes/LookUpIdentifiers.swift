import Hummingbird
import HTTPTypes

/// `GET /identifiers?url=`: which packages a repository's URL stands for (SE-0292, 4.5).
///
/// A monorepo stands for all of its components and thus for none: of several, clients take the first
/// by the alphabet.
struct LookUpIdentifiers: Sendable {
  let route: RegistryRoute

  func handle(_ request: Request, _ context: some RequestContext) throws -> Response {
    try route.accept(.json, request)
    guard let url = request.uri.queryParameters["url"], !url.isEmpty else {
      throw Problem(.badRequest, "missing parameter 'url', expected the URL of a repository")
    }
    throw Problem(.notFound, "no package of this registry has the repository '\(url)' to itself")
  }
}
