import Model
import Sharing
import Versions

/// The components, with a search that needs no script.
struct HomePage: Sendable {
  private let frame: PageFrame
  private let overview: RegistryOverview
  private let commands: ClientCommands
  private let query: String
  private let layer: String
  private let found: [RegistryOverview.Component]

  private static let mostRows = 500

  /// - Parameters:
  ///   - query: What the names must contain; empty for all.
  ///   - layer: Empty for all.
  init(
    _ overview: RegistryOverview,
    query: String,
    layer: String,
    address: String,
    frame: PageFrame
  ) {
    (self.frame, self.overview, self.query, self.layer) = (frame, overview, query, layer)
    commands = ClientCommands(address: address)
    let wanted = query.lowercased()
    found = overview.components.filter { component in
      (wanted.isEmpty || component.name.key.contains(wanted))
        && (layer.isEmpty || component.layer?.text == layer)
    }
  }

  private var isFiltered: Bool { !query.isEmpty || !layer.isEmpty }

  private var summary: String {
    let all = overview.components
    if isFiltered { return "\(found.count) of \(Words.count(all.count, "component"))" }
    let releases = all.reduce(0) { $0 + $1.summary.releases }
    return "\(Words.count(all.count, "component")), \(Words.count(releases, "release"))"
  }

  var text: String {
    frame.document {
      HTML.title("Components", #"<p class="muted">\#(summary)</p>"#)
      let path = frame.paths.page(.home)
      frame.search(query, "Search by name", at: path, isFiltered: isFiltered, layers)
      if found.isEmpty {
        let words = isFiltered ? "No component matches." : "There are no components yet."
        #"<p class="empty">\#(words)</p>"#
      } else {
        list
      }
      usage
    }
  }

  private var layers: HTML {
    let names = Set(overview.components.compactMap(\.layer)).sorted()
    if names.isEmpty { return "" }
    return .lines {
      #"<label class="field"><span class="hidden">Layer</span><select name="layer">"#
      #"<option value="">All layers</option>"#
      for name in names {
        "<option\(if: name.text == layer, " selected")>\(name.text)</option>"
      }
      "</select></label>"
    }
  }

  @HTMLBuilder private var list: HTML {
    // Files can be searched by browsers alone.
    let shown = frame.isServed ? found.prefix(Self.mostRows) : found[...]
    #"<ul class="components">"#
    for component in shown { row(component) }
    "</ul>"
    if shown.count < found.count {
      let rest = Words.count(found.count - shown.count, "more component")
      #"<p class="muted">\#(rest): search by name</p>"#
    }
  }

  private func row(_ component: RegistryOverview.Component) -> HTML {
    let summary = component.summary
    let version =
      summary.latest.map { "\($0.version.description)" as HTML } ?? HTML.muted("not released")
    return .lines {
      "<li>"
      #"""
      <a class="name" href="\#(frame.paths.component(overview.scope, component.name))">\#(component.name.text)</a>
      <span class="version">\#(version)</span>
      """#
      if let description = summary.description { #"<span class="about">\#(description)</span>"# }
      #"<span class="facts">"#
      if let layer = component.layer { HTML.chip(layer.text) }
      if let latest = summary.latest { "<span>\(Words.day(latest.date))</span>" }
      if summary.releases > 0 { "<span>\(Words.count(summary.releases, "release"))</span>" }
      if !component.requiredBy.isEmpty {
        "<span>required by \(component.requiredBy.count)</span>"
      }
      "</span>"
      "</li>"
    }
  }

  private var usage: HTML {
    #"""
    <section class="panel" aria-labelledby="use">
    <h2 id="use">Use them in a package</h2>
    <p>Set the registry of this scope once, in the folder of the package:</p>
    \#(HTML.copyable(commands.use("--scope \(overview.scope)"), "Command"))
    <p class="muted">or, with the package manager alone, <code>\#(commands.set(scope: "\(overview.scope)"))</code>. Each component’s page has the lines for <code>Package.swift</code>.</p>
    </section>
    """#
  }
}

/// The commands that configure a package for a registry, for its pages.
struct ClientCommands {
  let address: String

  /// - Parameter subject: The scope or the package to use.
  func use(_ subject: String) -> String {
    // This machine's own registry needs no encryption.
    let isTrusted = (try? RegistryAddress(address)) != nil
    return "registry use \(address) \(subject)" + (isTrusted ? "" : Self.insecure)
  }

  func set(scope: String) -> String {
    "swift package-registry set --scope \(scope) \(address)"
      + (address.hasPrefix("http:") ? Self.insecure : "")
  }

  private static let insecure = " --allow-insecure-http"
}
