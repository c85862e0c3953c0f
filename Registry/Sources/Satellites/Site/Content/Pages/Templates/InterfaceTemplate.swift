/// The public API of a release, with a search that needs no script.
enum InterfaceTemplate {
  static let text = """
    {{> head}}
    <div class="title">
    <h1>Public API of <a href="{{release}}">{{name}} {{version}}</a></h1>
    <p class="muted">{{summary}}</p>
    </div>
    {{#page.isServed}}
    <form class="search" role="search" method="get">
    <label class="field grow"><span class="hidden">Name</span><input type="search" name="q" value="{{query}}" placeholder="Search in the declarations" autocomplete="off"></label>
    <button type="submit">Search</button>
    {{#isFiltered}}<a class="clear" href="?">Show all</a>{{/isFiltered}}
    </form>
    {{/page.isServed}}
    {{^page.isServed}}
    {{> search}}
    {{/page.isServed}}
    {{#isEmpty}}
    <p class="empty">{{#isFiltered}}No declaration matches.{{/isFiltered}}{{^isFiltered}}There are no public declarations.{{/isFiltered}}</p>
    {{/isEmpty}}
    {{#modules}}
    <section class="declarations" aria-labelledby="module-{{name}}">
    <h2 id="module-{{name}}">{{name}}</h2>
    {{#declarations}}
    <pre tabindex="0"><code>{{.}}</code></pre>
    {{/declarations}}
    </section>
    {{/modules}}
    {{> foot}}
    """
}
