/// What a path asks for, so that each kind is counted, and not each path.
enum RouteKind {
  case list
  case release
  case manifest
  case archive
  case page
  case other

  init(_ path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    switch parts.count {
    case 1
    where [
      "", "registry.json", "graph", "graph.json", "apps", "apps.json", "scaffolds",
      "scaffolds.json", "feed.atom",
    ].contains(parts[1]):
      self = .page
    case 2: self = .list
    case 3 where ["history.json", "feed.atom"].contains(parts[3]): self = .page
    case 3: self = parts[3].hasSuffix(".zip") ? .archive : .release
    case 4 where parts[4] == "Package.swift": self = .manifest
    default: self = .other
    }
  }
}
