/// The dependency graph in columns, as a picture if it is small, and as a table.
enum GraphTemplate {
  static let text = """
    {{> head}}
    <div class="title">
    <h1>Dependency graph</h1>
    <p class="muted">{{summary}}, by the newest releases</p>
    </div>
    {{#violations}}
    <p class="notice">{{.}}</p>
    {{/violations}}
    {{#isEmpty}}
    <p class="empty">There are no components yet.</p>
    {{/isEmpty}}
    {{^isEmpty}}
    {{#page.isServed}}
    <form class="search" role="search" method="get" action="{{page.graph}}">
    <label class="field grow"><span class="hidden">Name</span><input type="search" name="q" value="{{query}}" placeholder="Search by name" autocomplete="off"></label>
    <button type="submit">Search</button>
    {{#isFiltered}}<a class="clear" href="{{page.graph}}">Show all</a>{{/isFiltered}}
    </form>
    {{/page.isServed}}
    {{^page.isServed}}
    {{> search}}
    {{/page.isServed}}
    {{#chosen}}
    <section class="panel" aria-labelledby="chosen">
    <h2 id="chosen"><a href="{{path}}">{{name}}</a> <span class="muted">and its neighbours</span></h2>
    {{#neighbours}}
    <div class="picture fits" role="region" aria-label="Picture of the neighbours" tabindex="0">
    {{{.}}}</div>
    <p><span class="key required">required by {{name}}</span> <span class="key dependent">requires {{name}}</span></p>
    {{/neighbours}}
    {{^neighbours}}
    <p class="muted">It requires no component, and none requires it.</p>
    {{/neighbours}}
    </section>
    {{/chosen}}
    {{#picture}}
    <div class="picture fits" role="region" aria-label="Picture of the graph" tabindex="0">
    {{{.}}}</div>
    {{/picture}}
    <div class="board">
    {{#columns}}
    <section>
    <h2>{{title}}</h2>
    <ul class="nodes">
    {{#components}}
    <li class="{{mark}}"><a href="{{path}}"{{#isChosen}} aria-current="true"{{/isChosen}}>{{name}}</a>{{#version}} <span class="muted">{{.}}</span>{{/version}}{{#note}}<span class="hidden">, {{.}}</span>{{/note}}</li>
    {{/components}}
    {{#rest}}
    <li class="muted">{{.}}</li>
    {{/rest}}
    </ul>
    </section>
    {{/columns}}
    </div>
    {{/isEmpty}}
    {{#hasRequirements}}
    <h2>Requirements</h2>
    <details{{^isLong}} open{{/isLong}}>
    <summary>As a table</summary>
    <div class="scroll" role="region" aria-label="Requirements" tabindex="0">
    <table class="stacked" role="table">
    <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Component</th><th role="columnheader" scope="col">Requires</th><th role="columnheader" scope="col">Version</th><th role="columnheader" scope="col">Layer rules</th></tr></thead>
    <tbody role="rowgroup">
    {{#requirements}}
    <tr role="row"><th role="rowheader" scope="row"><a href="{{fromPath}}">{{from}}</a></th><td role="cell" data-label="Requires"><a href="{{toPath}}">{{to}}</a></td><td role="cell" data-label="Version">{{requirement}}</td><td role="cell" data-label="Layer rules">{{#violation}}<span class="chip bad">{{.}}</span>{{/violation}}{{^violation}}<span class="muted">allowed</span>{{/violation}}</td></tr>
    {{/requirements}}
    </tbody>
    </table>
    </div>
    </details>
    {{#rest}}
    <p class="muted">{{.}}, which the JSON of this page has too</p>
    {{/rest}}
    {{/hasRequirements}}
    {{> foot}}
    """
}
