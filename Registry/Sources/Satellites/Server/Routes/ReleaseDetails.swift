import Hummingbird
import Model
import Site
import Versions

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
