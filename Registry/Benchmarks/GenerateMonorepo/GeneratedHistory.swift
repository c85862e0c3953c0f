import Base
import Model
import Versions

/// The commits of a monorepo: changes of one file each, and releases of one component after the
/// other.
struct GeneratedHistory {
  private static let start = 1_600_000_000
  private static let minutesApart = 10

  private var components: [GeneratedComponent]
  /// Whether there is an app, which takes each component's newest release.
  private let isPinned: Bool
  private let stream: ImportStream
  private var random: UInt64 = 1
  private var written = 0

  init(components: Int, isPinned: Bool, stream: ImportStream) {
    self.components = (0..<components).map { number in
      GeneratedComponent(number: number, sources: number == 2 ? 1_000 : 6)
    }
    self.isPinned = isPinned
    self.stream = stream
  }

  mutating func write(commits: Int) throws {
    try stream.commit(
      "Add the components",
      at: time,
      components.flatMap { component in
        component.files.map { ("\(component.path)/\($0)", $1) }
      } + [("Registry/manifest.json", manifest)]
    )
    written = 1
    var releases = 0
    while written < commits - 1 {
      if written % 10 == 8 {
        // The first one is never released.
        try release(1 + releases % (components.count - 1))
        releases += 1
      } else {
        try change(next(components.count))
      }
    }
    // Once for all: rewriting them with each release would make up most of the repository.
    try stream.commit(
      "Write the versions and the changelog down",
      at: time,
      [("Registry/manifest.json", manifest), ("CHANGELOG.md", changelog)]
        + (isPinned ? [("Registry/resolved.json", resolved)] : [])
    )
  }

  private var time: Int { Self.start + written * Self.minutesApart * 60 }

  @discardableResult
  private mutating func change(_ index: Int) throws -> Int {
    let path = components[index].change(written)
    let component = components[index]
    let mark = try stream.commit(
      "fix: correct number \(written) of \(component.name)",
      at: time,
      [("\(component.path)/\(path)", component.files[path] ?? [])]
    )
    written += 1
    return mark
  }

  private mutating func release(_ index: Int) throws {
    let source = try change(index)
    let names = try stream.names(of: source, at: components[index].path)
    try components[index].release(tree: names.tree, source: names.commit, at: time)
    let component = components[index]
    guard let version = component.versions.last else { return }
    let mark = try stream.commit(
      "\(component.name) \(version)",
      at: time,
      [(component.logPath, Array(component.log.utf8))]
    )
    stream.tag("\(component.name)/\(version)", mark, at: time, "\(component.name) \(version)\n")
    written += 1
  }

  private var manifest: [UInt8] {
    let entries = components.map { component in
      let version = component.versions.last.map { ",\n      \"version\": \"\($0)\"" } ?? ""
      return """
            "\(component.name)": {
              "layer": "feature",
              "path": "\(component.path)"\(version)
            }
        """
    }
    return Array(
      """
      {
        "components": {
      \(entries.joined(separator: ",\n"))
        },
        "layers": {
          "feature": { "mayUse": ["feature"] }
        },\(isPinned ? apps : "")
        "schema": 1,
        "scope": "bench"
      }

      """.utf8
    )
  }

  private var apps: String {
    let pins = components.compactMap { component in
      component.versions.last.map { "        \"\(component.name)\": \"\($0)\"" }
    }
    return """

        "apps": {
          "app": {
            "path": ".",
            "pins": {
      \(pins.joined(separator: ",\n"))
            }
          }
        },
      """
  }

  private var resolved: [UInt8] {
    get throws {
      var releases: [ComponentName: SemanticVersion] = [:]
      for component in components {
        releases[try ComponentName(component.name)] = component.versions.last
      }
      return Array(ResolvedReleases(apps: [try AppName("app"): releases]).text.utf8)
    }
  }

  private var changelog: [UInt8] {
    let sections = components.map { component in
      let name = component.name
      let entries = component.versions.reversed().map { version in
        """

        <!-- \(name): \(version) and its backports -->

        ### \(name) \(version) - 2026-01-01

        #### Fixed

        - correct a number

        """
      }
      return """
        ## \(name)

        Releases of `\(component.path)`, newest first.

        <!-- \(name): newest release first -->

        """ + entries.joined()
    }
    return Array(("# Changelog\n\n" + sections.joined(separator: "\n")).utf8)
  }

  private mutating func next(_ bound: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % bound
  }
}
