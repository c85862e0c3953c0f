/// The releases that each app is built from, and how far behind they are.
enum AppsTemplate {
  static let text = """
    {{> head}}
    <div class="title">
    <h1>Apps</h1>
    <p class="muted">The releases that each app is built from</p>
    </div>
    {{#isEmpty}}
    <p class="empty">The repository has no apps.</p>
    {{/isEmpty}}
    {{#apps}}
    <section aria-labelledby="app-{{name}}">
    <h2 id="app-{{name}}">{{name}} <span class="muted">{{summary}}</span></h2>
    <div class="scroll" role="region" aria-label="Pins of {{name}}" tabindex="0">
    <table class="stacked" role="table">
    <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Component</th><th role="columnheader" scope="col">Pin</th><th role="columnheader" scope="col">Built from</th><th role="columnheader" scope="col">Latest</th><th role="columnheader" scope="col">State</th></tr></thead>
    <tbody role="rowgroup">
    {{#components}}
    <tr role="row"><th role="rowheader" scope="row"><a href="{{path}}">{{name}}</a></th><td role="cell" data-label="Pin">{{pin}}</td><td role="cell" data-label="Built from">{{release}}</td><td role="cell" data-label="Latest">{{latest}}</td><td role="cell" data-label="State"><span class="chip{{#isCurrent}} good{{/isCurrent}}{{#isBehind}} warn{{/isBehind}}{{#isYanked}} bad{{/isYanked}}">{{state}}</span></td></tr>
    {{/components}}
    </tbody>
    </table>
    </div>
    </section>
    {{/apps}}
    {{> foot}}
    """
}
