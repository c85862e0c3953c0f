/// The URLs of repositories that a publisher may claim.
///
/// One URL, with `*` for any characters of its path and `?` for one, or `*` alone for all URLs. Host
/// and normalised path are compared, and the scheme as ``RepositoryURL/canonical`` tells it apart.
package struct RepositoryPattern: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  private let pattern: String

  package init(_ text: String) throws(RepositoryURL.Fault) {
    description = text
    guard text != "*" else {
      pattern = text
      return
    }
    let canonical = try RepositoryURL(text).canonical
    // Behind a `*`, the path of another host could have this host's name.
    guard let host = canonical.split(separator: "/").first, !Wildcards.areIn(String(host)) else {
      throw .invalid
    }
    pattern = canonical
  }

  /// Repositories that git does not reach over a network match no pattern.
  package func matches(_ url: RepositoryURL) -> Bool {
    guard url.isNetworked else { return false }
    let canonical = url.canonical
    // A server may take an escaped separator for one, and leave the folder behind it.
    let isClear = ["%2f", "%5c", "%25"].allSatisfy { !canonical.contains($0) }
    return pattern == "*" || isClear && Wildcards.match(canonical, pattern)
  }
}
