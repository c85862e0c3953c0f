/// The components, with a search that needs no script.
enum HomeTemplate {
  static let text = """
    {{> head}}
    <div class="title">
    <h1>Components</h1>
    <p class="muted">{{summary}}</p>
    </div>
    {{#page.isServed}}
    <form class="search" role="search" method="get" action="{{page.home}}">
    <label class="field grow"><span class="hidden">Name</span><input type="search" name="q" value="{{query}}" placeholder="Search by name" autocomplete="off"></label>
    {{#hasLayers}}
    <label class="field"><span class="hidden">Layer</span><select name="layer">
    <option value="">All layers</option>
    {{#layers}}
    <option{{#isChosen}} selected{{/isChosen}}>{{name}}</option>
    {{/layers}}
    </select></label>
    {{/hasLayers}}
    <button type="submit">Search</button>
    {{#isFiltered}}<a class="clear" href="{{page.home}}">Show all</a>{{/isFiltered}}
    </form>
    {{/page.isServed}}
    {{^page.isServed}}
    {{> search}}
    {{/page.isServed}}
    {{#isEmpty}}
    <p class="empty">{{#isFiltered}}No component matches.{{/isFiltered}}{{^isFiltered}}There are no components yet.{{/isFiltered}}</p>
    {{/isEmpty}}
    {{^isEmpty}}
    <ul class="components">
    {{#components}}
    <li>
    <a class="name" href="{{path}}">{{name}}</a>
    <span class="version">{{#version}}{{.}}{{/version}}{{^version}}<span class="muted">not released</span>{{/version}}</span>
    <span class="facts">{{#layer}}<span class="chip">{{.}}</span> {{/layer}}{{#date}}<span>{{.}}</span> {{/date}}{{#releases}}<span>{{.}}</span>{{/releases}}{{#requiredBy}} <span>{{.}}</span>{{/requiredBy}}</span>
    </li>
    {{/components}}
    </ul>
    {{#rest}}
    <p class="muted">{{.}}: search by name</p>
    {{/rest}}
    {{/isEmpty}}
    <section class="panel" aria-labelledby="use">
    <h2 id="use">Use them in a package</h2>
    <p>Set the registry of this scope once, in the folder of the package:</p>
    <pre tabindex="0" aria-label="Command"><code>{{use}}</code></pre>
    <p class="muted">or, with the package manager alone, <code>{{set}}</code>. Each component’s page has the lines for <code>Package.swift</code>.</p>
    </section>
    {{> foot}}
    """
}
