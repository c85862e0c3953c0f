import RegistryModel
package import Versioning

/// The list of a package's releases as JSON (SE-0292, 4.1).
package struct ReleaseListing {
  /// The status and title of a withdrawn release.
  private static let gone = (status: 410, title: "Gone")

  private let scope: ScopeName
  private let name: ComponentName
  private let index: ReleaseIndex
  /// `nil` to leave out the URLs of the releases, which clients do not need.
  private let address: Address?

  package init(
    _ index: ReleaseIndex,
    of name: ComponentName,
    in scope: ScopeName,
    at address: Address?
  ) {
    (self.index, self.name, self.scope, self.address) = (index, name, scope, address)
  }

  /// - Parameter range: Of the releases, newest first; `nil` for all.
  package func json(_ range: Range<Int>? = nil) -> String {
    let members = index.releases[range ?? index.releases.indices].map(member)
    return "{\"releases\":{\(members.joined(separator: ","))}}"
  }

  /// A release as a member of the JSON object, in which the order matters.
  private func member(_ release: Release) -> String {
    var value: [String: JSONValue] = [:]
    value["url"] = address.map { .string($0.release(scope, name, release.version)) }
    if let yank = index.yank(of: release) {
      value["problem"] = .object([
        "detail": .string("withdrawn on \(yank.date.description.prefix(10)): \(yank.reason)"),
        "status": .integer(Self.gone.status),
        "title": .string(Self.gone.title),
      ])
    }
    let version = JSONValue.string(release.version.description).compact
    return "\(version):\(JSONValue.object(value).compact)"
  }
}
