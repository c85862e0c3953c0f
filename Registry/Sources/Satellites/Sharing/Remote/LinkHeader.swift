/// The values of a Link header (RFC 8288).
struct LinkHeader {
  private let links: [(target: Substring, parameters: Substring)]

  init(_ header: String?) {
    links = (header ?? "").matches(of: /<([^>]*)>([^,]*)/).map { ($0.1, $0.2) }
  }

  /// - Parameter url: Of the answer.
  func target(of relation: String, from url: String) -> String? {
    links.first { $0.parameters.contains("rel=\"\(relation)\"") }
      .flatMap { Self.absolute(String($0.target), from: url) }
  }

  /// A URL as it may be in a header, from the URL of the answer; `nil` if it is none for HTTP.
  static func absolute(_ target: String, from url: String) -> String? {
    if target.hasPrefix("https://") || target.hasPrefix("http://") {
      // Never from what is encrypted to what is not.
      return url.hasPrefix("https:") && target.hasPrefix("http:") ? nil : target
    }
    guard target.hasPrefix("/"), let scheme = url.firstRange(of: "://") else { return nil }
    if target.hasPrefix("//") { return String(url[..<scheme.lowerBound]) + ":" + target }
    return String(url[..<scheme.upperBound]) + url[scheme.upperBound...].prefix { $0 != "/" }
      + target
  }
}
