/// The head and foot of every page.
enum FrameTemplates {
  static let head = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{{page.title}}</title>
    <link rel="stylesheet" href="{{page.style}}">
    <link rel="icon" type="image/svg+xml" href="{{page.icon}}">
    {{#page.json}}
    <link rel="alternate" type="application/json" href="{{.}}">
    {{/page.json}}
    <link rel="alternate" type="application/atom+xml" title="All releases" href="{{page.feed}}">
    {{#page.ownFeed}}
    <link rel="alternate" type="application/atom+xml" title="Releases of this component" href="{{.}}">
    {{/page.ownFeed}}
    {{#page.script}}
    <script src="{{.}}" defer></script>
    {{/page.script}}
    </head>
    <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="site">
    <div class="wrap">
    <a class="brand" href="{{page.home}}"><strong>{{page.scope}}</strong> registry</a>
    <nav aria-label="Registry">
    <ul>
    <li><a href="{{page.home}}"{{#page.isHome}} aria-current="page"{{/page.isHome}}>Components</a></li>
    <li><a href="{{page.graph}}"{{#page.isGraph}} aria-current="page"{{/page.isGraph}}>Graph</a></li>
    <li><a href="{{page.apps}}"{{#page.isApps}} aria-current="page"{{/page.isApps}}>Apps</a></li>
    </ul>
    </nav>
    </div>
    </header>
    <main id="main" class="wrap">

    """

  /// The search of a page that is a file: a script shows and runs it.
  static let search = """
    <form class="search" role="search" hidden>
    <label class="field grow"><span class="hidden">Text</span><input type="search" placeholder="Search in this page" autocomplete="off"></label>
    <output class="muted"></output>
    </form>

    """

  static let foot = """
    </main>
    <footer class="wrap">
    <p>Releases are git trees; every page is read from the repository.{{#page.json}} <a href="{{.}}">This page as JSON</a>{{/page.json}} <a href="{{page.feed}}">All releases as a feed</a>{{#page.ownFeed}} <a href="{{.}}">This component as a feed</a>{{/page.ownFeed}}</p>
    </footer>
    </body>
    </html>

    """
}
