import Model
import Versions

/// The requirements through which pins lead to the releases of an app.
struct RequirementGraph {
  private let links: [ComponentName: (link: Explanation.Link, before: ComponentName?)]

  /// Goes from the pins to what they require, nearest first and by name.
  init(pins: [ComponentName: Pin], releases: [ComponentName: Release]) {
    var links: [ComponentName: (link: Explanation.Link, before: ComponentName?)] = [:]
    var open: [ComponentName] = []
    for (name, pin) in pins.sorted(by: { $0.key < $1.key }) {
      guard case .requirement(let requirement) = pin, let release = releases[name] else { continue }
      let link = Explanation.Link(name: name, version: release.version, requirement: requirement)
      links[name] = (link, nil)
      open.append(name)
    }
    var next = 0
    while next < open.count {
      let name = open[next]
      next += 1
      for (other, requirement) in (releases[name]?.requires ?? [:]).sorted(by: { $0.key < $1.key })
      where links[other] == nil {
        guard let release = releases[other] else { continue }
        let link = Explanation.Link(
          name: other,
          version: release.version,
          requirement: requirement
        )
        links[other] = (link, name)
        open.append(other)
      }
    }
    self.links = links
  }

  /// From the pinned component to this one.
  func chain(to name: ComponentName) -> [Explanation.Link] {
    var chain: [Explanation.Link] = []
    var current: ComponentName? = name
    while let name = current, let (link, before) = links[name] {
      chain.append(link)
      current = before
    }
    return chain.reversed()
  }
}
