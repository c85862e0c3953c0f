package import Git

/// Where a repository is shared, as the URL of a remote says.
package struct RepositoryOrigin: Hashable, Sendable {
  /// In lower case.
  package let host: String
  /// The first part of the path: on most hosts, a person or an organization.
  package let owner: String
  /// The last part of the path, without `.git`.
  package let name: String

  /// Reads `https://HOST/OWNER/NAME.git`, `ssh://…` and `user@HOST:OWNER/NAME.git`; `nil` for a path
  /// on this machine.
  package init?(url: String) {
    var rest = url[...]
    var isBehindColon = false
    if let scheme = rest.firstRange(of: "://") {
      guard rest[..<scheme.lowerBound].lowercased() != "file" else { return nil }
      rest = rest[scheme.upperBound...]
    } else {
      guard let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/") else { return nil }
      isBehindColon = true
    }
    let separator: Character = isBehindColon ? ":" : "/"
    guard let end = rest.firstIndex(of: separator) else { return nil }
    let authority = rest[..<end].split(separator: "@").last ?? ""
    let path = rest[rest.index(after: end)...].split { "/?#".contains($0) }
    guard let host = authority.split(separator: ":").first, path.count > 1, let owner = path.first,
      let last = path.last
    else { return nil }
    self.host = host.lowercased()
    self.owner = String(owner)
    name = String(last.hasSuffix(".git") ? last.dropLast(4) : last)
  }

  /// Those of the remotes, `origin` first; none where they are all paths on this machine.
  package static func all(in repository: borrowing Repository) throws -> [RepositoryOrigin] {
    let remotes = try repository.remoteURLs()
    let names = remotes.keys.sorted { ($0 == "origin" ? 0 : 1, $0) < ($1 == "origin" ? 0 : 1, $1) }
    return names.compactMap { remotes[$0].flatMap(RepositoryOrigin.init(url:)) }
  }
}
