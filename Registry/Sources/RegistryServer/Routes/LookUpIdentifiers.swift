import Hummingbird
import HTTPTypes
import RegistryModel
import Versioning

/// `GET /identifiers?url=`: the packages of a repository URL (SE-0292, 4.5).
///
/// A package is found by the URL of its own repository, as the manifest or the metadata of its newest
/// release has it. The URL of the monorepo identifies none: of several packages, clients would take
/// the alphabetically first.
struct LookUpIdentifiers: Sendable {
  let route: RegistryRoute

  func handle(_ request: Request, _ context: RegistryRequestContext) async throws -> Response {
    try route.accept(.json, request)
    guard let url = request.uri.queryParameters["url"], !url.isEmpty else {
      throw Problem(.badRequest, "missing parameter 'url', expected the URL of a repository")
    }
    if let canonical = (try? RepositoryURL(String(url)))?.canonical {
      let snapshot = route.registry.snapshot.visible(to: context.reader)
      var identifiers: [JSONValue] = []
      for entry in snapshot.components where entry.log != nil {
        let repositories = try await route.registry.repositories(of: entry, in: snapshot)
        guard repositories.contains(where: { $0.canonical == canonical }) else { continue }
        identifiers.append(.string(snapshot.identity(of: entry.name)))
      }
      if !identifiers.isEmpty {
        return .json(JSONValue.object(["identifiers": .array(identifiers)]).compact)
      }
    }
    throw Problem(.notFound, "no package is registered for the repository '\(url)'")
  }
}
