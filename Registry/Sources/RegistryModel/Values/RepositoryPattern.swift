/// The URLs of repositories that a publisher may claim: one URL, with `*` for any characters of its
/// path and `?` for one, or `*` alone for all URLs.
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

  package func matches(_ url: RepositoryURL) -> Bool {
    Wildcards.match(url.canonical, pattern)
  }
}
