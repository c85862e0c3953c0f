/// The content security policies of what browsers are served, by a server and by the hosts of exports.
///
/// Their origin is that of the registry: a script that runs there reads what the viewer may read.
package enum ContentPolicy {
  /// A page of a server: no scripts but the one that copies, no frames, nothing from other hosts, and
  /// forms to this host only.
  ///
  /// The script is in the page: one that is allowed by its place would allow all others of this host.
  package static let servedPage =
    "default-src 'none'; script-src '\(PageScript.copyingHash)'; style-src 'self'; img-src 'self'; \(page)"

  /// A page of an export, which a script searches.
  package static let filePage =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \(page)"

  private static let page = "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  /// A file that a browser must only show, whoever wrote it: no scripts, no requests, and an origin of
  /// its own.
  package static let content =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"

  /// A page of documentation, which runs the scripts that DocC wrote beside it.
  ///
  /// - Parameter source: Allows one script in the page itself.
  package static func documentation(allowing source: String? = nil) -> String {
    "default-src 'none'; script-src 'self'\(source.map { " \($0)" } ?? ""); "
      + "style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self'; "
      + "font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; "
      + "frame-ancestors 'none'"
  }
}
