/// The values of the head and foot of all pages.
struct PageFrame: Sendable {
  let title: String
  let scope: String
  /// The prefix of every path, if the registry is not at the root of its host.
  let root: String
  let style: String
  /// The same as JSON.
  let json: String?
  let isHome: Bool
  let isGraph: Bool
  let isApps: Bool

  enum Place {
    case home
    case graph
    case apps
    case elsewhere
  }

  init(_ title: String, scope: String, root: String, place: Place, json: String?) {
    self.title = title
    self.scope = scope
    self.root = root
    style = "\(root)/style.css?v=\(StyleSheet.fingerprint)"
    self.json = json.map { root + $0 }
    isHome = place == .home
    isGraph = place == .graph
    isApps = place == .apps
  }
}
