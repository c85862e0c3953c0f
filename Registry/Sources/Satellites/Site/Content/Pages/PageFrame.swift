import Base
import Model

/// The head and foot that all pages share.
struct PageFrame: Sendable {
  let title: String
  let scope: String
  let paths: PagePaths
  /// The page itself, if it is of the registry as a whole.
  let page: SitePage?
  /// The path of the same as JSON.
  let json: String?
  /// The path of the feed of the page's component.
  let ownFeed: String?

  var isServed: Bool { paths.isServed }

  /// A whole page.
  func document(@HTMLBuilder _ content: () -> HTML) -> String {
    HTML.lines {
      head
      #"<main id="main" class="wrap">"#
      content()
      "</main>"
      foot
    }.text
  }

  @HTMLBuilder private var head: HTML {
    #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\#(title) · \#(scope)</title>
    <link rel="stylesheet" href="\#(paths.root)/style.css?v=\#(StyleSheet.fingerprint)">
    <link rel="icon" type="image/svg+xml" href="\#(paths.root)/icon.svg">
    """#
    if let json { #"<link rel="alternate" type="application/json" href="\#(json)">"# }
    #"<link rel="alternate" type="application/atom+xml" title="All releases" href="\#(paths.feed)">"#
    if let ownFeed {
      #"""
      <link rel="alternate" type="application/atom+xml" title="Releases of this component" href="\#(ownFeed)">
      """#
    }
    if isServed {
      HTML(finished: "<script type=\"module\">\(PageScript.copying)</script>")
    } else {
      let file = "\(PageScript.file)?v=\(PageScript.fingerprint)"
      #"<script src="\#(paths.root)/\#(file)" defer></script>"#
    }
    #"""
    </head>
    <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="site">
    <div class="wrap">
    <a class="brand" href="\#(paths.page(.home))"><strong>\#(scope)</strong> registry</a>
    <nav aria-label="Registry">
    <ul>
    \#(tab("Components", .home))
    \#(tab("Graph", .graph))
    \#(tab("Apps", .apps))
    </ul>
    </nav>
    </div>
    </header>
    """#
  }

  private func tab(_ text: String, _ page: SitePage) -> HTML {
    let (path, isCurrent) = (paths.page(page), page == self.page)
    return
      #"<li><a href="\#(path)"\#(if: isCurrent, " aria-current=\"page\"")>\#(text)</a></li>"#
  }

  private var foot: HTML {
    #"""
    <footer class="wrap">
    <p>Releases are git trees; every page is read from the repository.\#(json, {
      " \(HTML.link("This page as JSON", $0))"
    }) \#(HTML.link("All releases as a feed", paths.feed))\#(ownFeed, {
      " \(HTML.link("This component as a feed", $0))"
    })</p>
    </footer>
    </body>
    </html>
    """#
  }
}

extension PageFrame {
  /// A search that the server answers, or that a script runs in a page that is a file and shows.
  ///
  /// - Parameters:
  ///   - path: The page that answers, and shows all again; `nil` for the page itself.
  ///   - placeholder: What it says where nothing is typed.
  ///   - more: Further fields.
  func search(
    _ query: String,
    _ placeholder: String,
    at path: String?,
    isFiltered: Bool,
    _ more: HTML = ""
  ) -> HTML {
    guard isServed else {
      return #"""
        <form class="search" role="search" hidden>
        <label class="field grow"><span class="hidden">Text</span><input type="search" placeholder="Search in this page" autocomplete="off"></label>
        <output class="muted"></output>
        </form>
        """#
    }
    return .lines {
      #"<form class="search" role="search" method="get"\#(path, { " action=\"\($0)\"" })>"#
      #"""
      <label class="field grow"><span class="hidden">Name</span><input type="search" name="q" value="\#(query)" placeholder="\#(placeholder)" autocomplete="off"></label>
      """#
      more
      #"<button type="submit">Search</button>"#
      if isFiltered { #"<a class="clear" href="\#(path ?? "?")">Show all</a>"# }
      "</form>"
    }
  }
}

/// Tells apart the pages of programs that make them differently.
package enum PageEdition {
  /// Raised with each change of what pages contain.
  ///
  /// A test reminds of it for the pages that it has samples of; for those of rules and APIs, nothing
  /// does.
  package static let number = 4

  /// Changes with the pages, so that those that browsers or exports keep of earlier programs are not
  /// used.
  package static let fingerprint = Hexadecimal.text(
    SHA256.digest(of: Array("\(number)\n\(StyleSheet.text)\n\(PageScript.text)".utf8)).prefix(6)
  )
}

/// Values in words, for pages.
enum Words {
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// - Parameter bytes: As programs count files: 1 KiB is 1,024 bytes.
  static func size(_ bytes: Int) -> String {
    if bytes < 1 << 10 { return count(bytes, "byte") }
    if bytes < 1 << 20 { return "\((bytes + 512) >> 10) KiB" }
    let tenths = (bytes * 10 + 1 << 19) >> 20
    return "\(tenths / 10).\(tenths % 10) MiB"
  }

  static func day(_ date: RecordDate) -> String {
    String(date.description.prefix(10))
  }
}
