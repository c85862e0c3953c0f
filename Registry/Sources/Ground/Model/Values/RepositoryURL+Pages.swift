package import Versions

extension RepositoryURL {
  /// Where a browser sees the repository; `nil` if only git knows the address.
  package var webPage: String? {
    guard description.hasPrefix("https://") else { return nil }
    return description.hasSuffix(".git") ? String(description.dropLast(4)) : description
  }

  /// Where a forge shows a file of a release; `nil` for one whose URLs are not known.
  package func page(of file: String, at version: SemanticVersion) -> String? {
    guard let webPage else { return nil }
    if webPage.hasPrefix("https://github.com/") { return "\(webPage)/blob/\(version)/\(file)" }
    if webPage.hasPrefix("https://gitlab.com/") { return "\(webPage)/-/blob/\(version)/\(file)" }
    return nil
  }
}
