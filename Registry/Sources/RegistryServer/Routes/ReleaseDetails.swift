import Hummingbird
import RegistryContent
import RegistryModel
import Versioning

/// `GET /{scope}/{name}/{version}`: the details of a release (SE-0292, 4.2).
struct ReleaseDetails: Sendable {
  let route: RegistryRoute

  func handle(_ request: Request, _ context: some RequestContext) async throws -> Response {
    try route.accept(.json, request)
    let address = route.address(of: request)
    let snapshot = route.registry.snapshot
    let entry = try route.component(context, snapshot)
    let index = try await route.registry.releases(of: entry)
    let version = route.version(context)
    let (release, position) = try find(version, of: entry, in: index)
    let description = ReleaseDescription(
      of: release,
      in: index,
      identity: snapshot.identity(of: entry.name),
      repositories: try await route.registry.repositories(of: entry, release, in: snapshot),
      sent: try await route.registry.metadata(of: release, entry),
      signature: try await route.registry.signature(of: release, entry)
    )
    let scope = snapshot.manifest.scope
    let related = Self.related(to: position, in: index).map { relation, release in
      let target = address.release(scope, entry.name, release.version)
      return Link(target: target, relation: relation)
    }
    return .json(description.json.compact, links: related)
  }

  /// A pre-release may end in `.json` itself, so the suffix is removed only if no release is found.
  private func find(
    _ version: String,
    of entry: RegistrySnapshot.Entry,
    in index: ReleaseIndex
  ) throws(Problem) -> (release: Release, position: Int) {
    let suffix = ".json"
    guard version.hasSuffix(suffix) else { return try route.release(version, of: entry, in: index) }
    if let whole = try? route.release(version, of: entry, in: index) { return whole }
    return try route.release(String(version.dropLast(suffix.count)), of: entry, in: index)
  }

  private static func related(
    to position: Int,
    in index: ReleaseIndex
  ) -> [(relation: String, release: Release)] {
    var related: [(String, Release)] = []
    if let latest = index.latest { related.append(("latest-version", latest)) }
    if position > 0 { related.append(("successor-version", index.releases[position - 1])) }
    if position + 1 < index.releases.count {
      related.append(("predecessor-version", index.releases[position + 1]))
    }
    return related
  }
}
