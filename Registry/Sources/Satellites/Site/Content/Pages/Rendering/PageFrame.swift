/// The values of the head and foot of all pages.
struct PageFrame: Sendable {
  let title: String
  let scope: String
  let paths: PagePaths
  let home: String
  let graph: String
  let apps: String
  let icon: String
  let style: String
  /// What searches in a page that is a file.
  let script: String?
  /// The same as JSON.
  let json: String?
  /// The feed of all releases, and that of the page's component.
  let feed: String
  let ownFeed: String?
  let isServed: Bool
  let isHome: Bool
  let isGraph: Bool
  let isApps: Bool

  enum Place {
    case home
    case graph
    case apps
    case elsewhere
  }

  /// - Parameter ownFeed: The path of the component's feed.
  init(
    _ title: String,
    scope: String,
    paths: PagePaths,
    place: Place,
    json: String?,
    ownFeed: String? = nil
  ) {
    self.title = title
    self.scope = scope
    self.paths = paths
    home = paths.home
    graph = paths.graph
    apps = paths.apps
    icon = "\(paths.root)/icon.svg"
    style = "\(paths.root)/style.css?v=\(StyleSheet.fingerprint)"
    script =
      paths.isServed
      ? nil : "\(paths.root)/\(SearchScript.file)?v=\(SearchScript.fingerprint)"
    self.json = json.map { paths.root + $0 }
    feed = paths.feed
    self.ownFeed = ownFeed
    isServed = paths.isServed
    isHome = place == .home
    isGraph = place == .graph
    isApps = place == .apps
  }
}
