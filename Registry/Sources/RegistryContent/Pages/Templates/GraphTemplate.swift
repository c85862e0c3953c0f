/// The dependency graph as a picture and as a table.
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
    {{#isDrawn}}
    <div class="picture" role="region" aria-label="Picture of the graph" tabindex="0">
    {{{picture}}}</div>
    {{/isDrawn}}
    {{^isDrawn}}
    <p class="empty">There are too many components for one picture. The page of each component shows its neighbours.</p>
    {{/isDrawn}}
    {{/isEmpty}}
    {{#hasFolds}}
    <h2>Components that share a box</h2>
    {{#folds}}
    <details>
    <summary>{{title}}</summary>
    <ul class="plain" id="{{anchor}}">
    {{#members}}
    <li><a href="{{path}}">{{name}}</a></li>
    {{/members}}
    </ul>
    </details>
    {{/folds}}
    {{/hasFolds}}
    {{#hasRequirements}}
    <h2>Requirements</h2>
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
    {{#rest}}
    <p class="muted">{{.}}, which the JSON of this page has too</p>
    {{/rest}}
    {{/hasRequirements}}
    {{> foot}}
    """
}
