import Git
import ManifestEditor
import ManifestForms
import Model
import SemverRules
import Sharing
import Versions

/// One component: how to depend on it, its releases, and its dependents.
struct ComponentPage: Sendable {
  private let frame: PageFrame
  private let history: ComponentHistory
  /// The details of the shown release; `nil` for a component without releases.
  private let facts: ReleaseFacts?
  private let comparison: ReleaseComparison?
  /// The picture of the component and its neighbours; `nil` where it has none.
  private let neighbours: HTML?
  private let address: String
  /// Whether it is of the component, and not of one release alone.
  private let isWhole: Bool

  /// In the list beside a release: those who look for more find all below.
  private static let mostVersions = 6

  init(
    _ history: ComponentHistory,
    showing facts: ReleaseFacts?,
    comparing comparison: ReleaseComparison?,
    neighbours: HTML?,
    address: String,
    frame: PageFrame,
    isWhole: Bool = true
  ) {
    (self.history, self.facts, self.comparison) = (history, facts, comparison)
    (self.neighbours, self.address) = (neighbours, address)
    (self.frame, self.isWhole) = (frame, isWhole)
  }

  private var name: String { history.name.text }
  private var paths: PagePaths { frame.paths }

  var text: String {
    frame.document {
      title
      notices
      #"<div class="columns release">"#
      if let facts { usage(facts) }
      #"<aside aria-label="Facts">"#
      if let editions = facts?.contents?.editions { worksWith(editions) }
      if let facts { about(facts) }
      if isWhole { dependents }
      "</aside>"
      #"<div class="rest">"#
      if let facts { contents(facts) }
      changes
      if !history.releases.isEmpty { releases }
      "</div>"
      "</div>"
      if let neighbours {
        #"""
        <h2 id="neighbours">Neighbours</h2>
        <div class="picture" role="region" aria-label="Picture of the neighbours" tabindex="0">
        \#(neighbours)</div>
        """#
      }
    }
  }

  private var title: HTML {
    let version = facts?.release.version.description
    let place: HTML =
      history.path.map { " · \(HTML.code($0.description))" }
      ?? " · removed from the repository, its releases stay"
    return .title(
      "\(name)\(version, { #" <span class="version">\#($0)</span>"# })",
      .lines {
        if let description = facts?.description { #"<p class="lead">\#(description)</p>"# }
        #"""
        <p class="muted">\#(HTML.code(history.identity))\#(history.layer, { " · layer \(HTML.chip($0.text))" })\#(place)</p>
        """#
      }
    )
  }

  @HTMLBuilder private var notices: HTML {
    if let latest = history.latest, let facts, facts.release.version != latest {
      let path = paths.release(history.scope, history.name, latest)
      let link = HTML.link(latest.description, path)
      #"<p class="empty slim">This is not the newest release: \#(link) is.</p>"#
    }
    if !isWhole {
      let path = paths.component(history.scope, history.name)
      #"<p class="empty slim">One of the \#(HTML.link("releases of \(name)", path))</p>"#
    }
    if history.releases.isEmpty { #"<p class="empty">No releases yet.</p>"# }
  }

  /// The commands and the lines of a manifest to depend on it.
  @HTMLBuilder private func usage(_ facts: ReleaseFacts) -> HTML {
    let package = PackageReference(history.name, facts.release.version, in: history.scope)
    let commands = ClientCommands(address: address)
    let products = (facts.contents?.products ?? []).filter { $0.kind == .library }
    #"""
    <section class="panel use" aria-labelledby="use">
    <h2 id="use">Depend on \#(name)</h2>
    <p>In the folder of your package, once:</p>
    \#(HTML.copyable(commands.use("\(package)"), "Command"))
    <p class="muted">or, with the package manager alone:</p>
    \#(HTML.copyable(commands.set(scope: package.scope.text), "Command of the package manager"))
    <p>In the dependencies of its <code>Package.swift</code>:</p>
    \#(HTML.copyable(package.dependency + ",", "Dependency"))
    """#
    if !products.isEmpty {
      let lines = products.map { package.use(of: $0.name) + ",\n" }.joined()
      "<p>In the dependencies of the target that uses it:</p>"
      HTML.copyable(lines, "Dependency of the target")
    }
    "</section>"
  }

  /// The systems that it runs on, by the version of Swift.
  private func worksWith(_ editions: [PackageFacts.Edition]) -> HTML {
    let systems = Set(editions.flatMap(\.platforms.keys)).sorted()
    let row = { (title: String, cells: [HTML]) -> HTML in
      "<tr><th scope=\"row\">\(title)</th>\(each: cells, { "<td>\($0)</td>" })</tr>"
    }
    let rest = systems.isEmpty ? "All systems" : "Other systems"
    return .lines {
      #"<section aria-labelledby="works">"#
      #"<h2 id="works">Works with</h2>"#
      #"<table class="works">"#
      row("Swift", editions.map { "\($0.swift) or later" })
      for system in systems {
        row(system, editions.map { $0.platforms[system].map { "\($0) or later" } ?? .anyVersion })
      }
      row(rest, editions.map { _ in .anyVersion })
      "</table>"
      "</section>"
    }
  }

  @HTMLBuilder private func about(_ facts: ReleaseFacts) -> HTML {
    let (scope, version) = (history.scope, facts.release.version)
    let known = facts.documentation
    let links = [
      ("Documentation", known.hasPages ? paths.documentation(history.name, version) : nil),
      ("Public API", known.hasInterface ? paths.interface(scope, history.name, version) : nil),
    ].compactMap { title, path in path.map { HTML.link(title, $0).text } }
    #"<section aria-labelledby="facts">"#
    #"<h2 id="facts">About \#(version.description)</h2>"#
    if !links.isEmpty { "<p>\(HTML(finished: links.joined(separator: " · ")))</p>" }
    #"<dl class="facts">"#
    for fact in facts.lines(paths.archive(scope, history.name, version), of: history.name) {
      "<dt>\(fact.title)</dt>"
      "<dd>\(each: fact.values, { "\($0)<br>" })</dd>"
    }
    "</dl>"
    "</section>"
    if isWhole, history.releases.count > 1 { versions }
  }

  private var versions: HTML {
    let shown = history.releases.prefix(Self.mostVersions).map { item -> HTML in
      let version = item.release.version
      let path = paths.release(history.scope, history.name, version)
      let withdrawn: HTML = " \(HTML.chip("withdrawn", .bad))"
      return #"""
        \#(HTML.link(version.description, path)) \#(HTML.muted(Words.day(item.release.date)))\#(if: item.yank != nil, withdrawn)
        """#
    }
    let all: HTML = ##"<a href="#releases">All \##(history.releases.count)</a>"##
    return list("Versions", "versions", shown + (shown.count < history.releases.count ? [all] : []))
  }

  @HTMLBuilder private var dependents: HTML {
    list(
      "Required by",
      "required",
      history.requiredBy.map { "\(link($0.component)) \(HTML.muted($0.requirement.description))" },
      none: "No other component."
    )
    list(
      "Pinned by",
      "pinned",
      history.pinnedBy.map { app, pin in
        "\(HTML.link(app.text, "\(paths.page(.apps))#app-\(app)")) \(HTML.muted(pin.description))"
      },
      none: "No app of this repository."
    )
  }

  /// A section with a list.
  ///
  /// - Parameter none: The text in place of an empty list.
  @HTMLBuilder private func list(
    _ title: String,
    _ id: String,
    _ items: [HTML],
    none: String = "None."
  ) -> HTML {
    #"<section aria-labelledby="\#(id)">"#
    #"<h2 id="\#(id)">\#(title)</h2>"#
    if items.isEmpty {
      #"<p class="muted">\#(none)</p>"#
    } else {
      #"<ul class="plain">"#
      for item in items { "<li>\(item)</li>" }
      "</ul>"
    }
    "</section>"
  }

  private func link(_ component: ComponentName) -> HTML {
    .link(component.text, paths.component(history.scope, component))
  }

  /// The products and dependencies of a release, and its README.
  @HTMLBuilder private func contents(_ facts: ReleaseFacts) -> HTML {
    let products = facts.contents?.products ?? []
    if !products.isEmpty {
      list(
        "Products",
        "products",
        products.map { product in
          let targets = HTML.muted(product.targets.joined(separator: ", "))
          return "<strong>\(product.name)</strong> \(HTML.chip(product.kind.rawValue)) \(targets)"
        }
      )
    }
    let required = facts.release.requires.sorted { $0.key < $1.key }.map { name, requirement in
      "\(link(name)) \(HTML.muted(requirement.description))" as HTML
    }
    let others = (facts.contents?.dependencies ?? []).map { other in
      "\(HTML.value(other.name, other.url))\(other.requirement, { " \(HTML.muted($0))" })" as HTML
    }
    list("Dependencies", "dependencies", required + others)
    #"""
    <section class="panel readme" aria-labelledby="readme">
    <h2 id="readme">README</h2>
    """#
    switch facts.readme {
    case .missing: #"<p class="muted">This release has no README.</p>"#
    case .html(let html): HTML(finished: html)
    case .unreadable(let words): #"<p class="muted">\#(words)</p>"#
    }
    "</section>"
  }

  @HTMLBuilder private var releases: HTML {
    #"""
    <section aria-labelledby="releases">
    <h2 id="releases">Releases</h2>
    <ol class="releases" reversed>
    """#
    for item in history.releases { release(item) }
    "</ol>"
    "</section>"
  }

  @HTMLBuilder private func release(_ item: ComponentHistory.Item) -> HTML {
    let release = item.release
    let version = release.version.description
    let path = paths.release(history.scope, history.name, release.version)
    let day = HTML.muted(Words.day(release.date))
    let isLatest = release.version == history.latest
    let isWithdrawn = item.yank != nil
    #"<li id="v\#(version)"\#(if: isWithdrawn, " class=\"gone\"")>"#
    #"""
    <h3>\#(HTML.link(version, path)) \#(day)\#(if: isLatest, " \(HTML.chip("latest", .good))")\#(if: release.version.isPrerelease, " \(HTML.chip("pre-release"))")\#(if: isWithdrawn, " \(HTML.chip("withdrawn", .bad))")</h3>
    """#
    if let yank = item.yank {
      #"<p class="notice">Withdrawn on \#(Words.day(yank.date)): \#(yank.reason)</p>"#
    }
    notes(of: item)
    #"""
    <details>
    <summary>Record<span class="hidden"> of \#(version)</span></summary>
    <dl>
    """#
    if !item.requires.isEmpty {
      "<dt>Requires</dt>"
      "<dd>\(each: item.requires, { "\(link($0.component)) \($0.requirement.description)<br>" })</dd>"
    }
    let archive = paths.archive(history.scope, history.name, release.version)
    #"""
    <dt>Archive</dt>
    <dd>\#(HTML.link("\(name)-\(version).zip", archive))<br>\#(HTML.code(release.archive?.description ?? ""))</dd>
    <dt>Tree</dt>
    <dd>\#(HTML.code(release.tree.description))</dd>
    </dl>
    </details>
    </li>
    """#
  }

  @HTMLBuilder private func notes(of item: ComponentHistory.Item) -> HTML {
    if let notes = item.notes {
      let rules = paths.page(.rules)
      // Entries stand below the version; what looks like HTML in a commit's title is not.
      let markdown = Markdown(
        rawHTML: .shown,
        headings: .all(4),
        word: { word in Rule.named(word).map { "\(rules)#\($0.name)" } }
      )
      HTML(finished: markdown.html(of: notes))
    }
  }
}

/// The comparison of two releases.
extension ComponentPage {
  /// A server compares any two releases.
  private var canCompare: Bool { frame.isServed && history.releases.count > 1 }

  @HTMLBuilder private var changes: HTML {
    if canCompare || !isWhole && comparison != nil {
      let title = canCompare ? "What changed between two releases" : "Changes"
      #"<section class="panel" aria-labelledby="compare">"#
      #"<h2 id="compare">\#(title)</h2>"#
      if canCompare {
        let versions = history.releases.map(\.release.version)
        ##"""
        <form class="search" method="get" action="#compare">
        \##(choice("From", "from", of: comparison?.from ?? versions.dropFirst().first))
        \##(choice("To", "to", of: comparison?.to ?? versions.first))
        <button type="submit">Compare</button>
        </form>
        """##
      }
      if let comparison { changes(in: comparison) }
      "</section>"
    }
  }

  private func choice(_ title: String, _ field: String, of chosen: SemanticVersion?) -> HTML {
    let versions = history.releases.map(\.release.version)
    return #"""
      <label class="field grow"><span>\#(title)</span><select name="\#(field)">\#(each: versions, {
        "<option\(if: $0 == chosen, " selected")>\($0.description)</option>"
      })</select></label>
      """#
  }

  @HTMLBuilder private func changes(in comparison: ReleaseComparison) -> HTML {
    let releases = Words.count(comparison.releases.count, "release")
    "<h3>\(comparison.from.description) to \(comparison.to.description): \(releases)</h3>"
    if !comparison.requirements.isEmpty {
      "<p>Requirements:</p>"
      #"<ul class="plain">"#
      for change in comparison.requirements {
        let old = HTML.muted(change.old?.description ?? "not required")
        let new = change.new?.description ?? "no longer required"
        #"""
        <li><strong>\#(change.component.text)</strong> \#(old) <span aria-hidden="true">→</span><span class="hidden"> becomes </span> \#(new)</li>
        """#
      }
      "</ul>"
    }
    interface(comparison.changes?.interface)
    files(comparison.changes?.files ?? [])
    // The list of releases below has the one of the page of a release.
    if isWhole {
      for item in comparison.releases {
        let day = HTML.muted(Words.day(item.release.date))
        let withdrawn: HTML = " \(HTML.chip("withdrawn", .bad))"
        "<h4>\(item.release.version.description) \(day)\(if: item.yank != nil, withdrawn)</h4>"
        notes(of: item)
      }
    }
  }

  @HTMLBuilder private func interface(_ difference: InterfaceDifference?) -> HTML {
    if let difference {
      let counts = [
        (difference.breakages.count, "incompatible change"),
        (difference.additions.count, "addition"),
      ]
      let words = counts.filter { $0.0 > 0 }.map { Words.count($0.0, $0.1) }
      let summary = words.isEmpty ? "no changes" : words.joined(separator: ", ")
      "<h4>Public API \(HTML.muted(summary))</h4>"
      #"<ul class="plain">"#
      for change in difference.changes {
        let isBreaking = change.level == .breaking
        let kind = HTML.chip(isBreaking ? "incompatible" : "addition", isBreaking ? .bad : .good)
        let path = "\(paths.page(.rules))#\(change.rule)"
        #"<li>\#(kind) \#(change.words) <a href="\#(path)">\#(HTML.code(change.rule))</a></li>"#
      }
      for gap in difference.gaps { #"<li class="muted">not compared: \#(gap)</li>"# }
      "</ul>"
    } else {
      #"<h4>Public API \#(HTML.muted("not compared"))</h4>"#
    }
  }

  @HTMLBuilder private func files(
    _ files: [(path: String, kind: ReleaseChanges.Kind)]
  ) -> HTML {
    let summary = files.isEmpty ? "no changes" : Words.count(files.count, "file")
    "<h4>Files \(HTML.muted(summary))</h4>"
    if !files.isEmpty {
      #"""
      <details>
      <summary>Show them</summary>
      <ul class="plain">
      """#
      for file in files { "<li>\(HTML.chip(file.kind.rawValue)) \(HTML.code(file.path))</li>" }
      "</ul>"
      "</details>"
    }
  }
}

extension ReleaseFacts {
  /// The list of facts; one without a value is left out.
  ///
  /// - Parameter path: The path of the archive.
  fileprivate func lines(_ path: String, of name: ComponentName) -> [(
    title: String, values: [HTML]
  )] {
    let file = "\(name)-\(release.version).zip"
    let archive: HTML = "\(HTML.link(file, path))\(size, { " \(HTML.muted(Words.size($0)))" })"
    let all: [(String, [HTML])] = [
      ("Released", ["\(Words.day(release.date))"]),
      ("Licence", licence.map { [$0.html] } ?? []),
      ("Authors", authors.map { "\($0)" }),
      ("Repository", repository.map { [HTML.value($0.description, $0.webPage)] } ?? []),
      ("Archive", [archive]),
      ("SHA-256", release.archive.map { [.code($0.hexadecimal)] } ?? []),
      ("Signature", ["\(signature)"]),
    ]
    return (all + sent.map { ($0.name, ["\($0.value)"]) }).filter { !$0.1.isEmpty }
  }

  private var signature: String {
    guard let signed else { return "not signed" }
    return "signed on \(Words.day(signed))" + (signer.map { " by \($0)" } ?? "")
  }
}

extension ReleaseFacts.Licence {
  fileprivate var html: HTML {
    let words = HTML.value(name ?? file ?? "as its publisher says", url)
    guard name != nil, let file else { return words }
    return "\(words) \(HTML.muted(file))"
  }
}

extension HTML {
  fileprivate static let anyVersion = HTML.muted("any version")

  /// A text that is a link where it leads anywhere.
  fileprivate static func value(_ text: String, _ path: String?) -> HTML {
    path.map { .link(text, $0) } ?? "\(text)"
  }
}
