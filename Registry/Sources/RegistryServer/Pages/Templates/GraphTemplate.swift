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
    <div class="picture" role="region" aria-label="Picture of the graph" tabindex="0">
    {{#layout}}
    <svg viewBox="0 0 {{width}} {{height}}" width="{{width}}" height="{{height}}" role="group" aria-labelledby="graph-title">
    <title id="graph-title">Components by layer, with an arrow to each required component; also listed in the table below</title>
    <defs>
    <marker id="arrow" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker>
    <marker id="arrow-bad" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path class="tip bad" d="M0 0L8 4L0 8z"/></marker>
    </defs>
    {{#bands}}
    <rect class="band" x="0" y="{{y}}" width="100%" height="{{height}}" rx="10"/>
    <text class="layer" x="16" y="{{titleY}}">{{title}}</text>
    {{/bands}}
    {{#arrows}}
    <path class="edge{{#isViolation}} bad{{/isViolation}}" d="{{path}}" marker-end="url(#arrow{{#isViolation}}-bad{{/isViolation}})"><title>{{title}}</title></path>
    {{/arrows}}
    {{/layout}}
    {{#boxes}}
    <a href="{{path}}">
    {{#box}}
    <rect class="node" x="{{x}}" y="{{y}}" width="{{width}}" height="{{height}}" rx="8"/>
    <text class="node-name" x="{{textX}}" y="{{nameY}}">{{label}}{{#fullName}}<title>{{.}}</title>{{/fullName}}</text>
    <text class="node-version" x="{{textX}}" y="{{versionY}}">{{version}}</text>
    {{/box}}
    </a>
    {{/boxes}}
    </svg>
    </div>
    {{/isEmpty}}
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
    {{/hasRequirements}}
    {{> foot}}
    """
}
