/// One component: how to depend on it, its releases, and its dependents.
enum ComponentTemplate {
  static let text = """
    {{> head}}
    <div class="title">
    <h1>{{name}}</h1>
    <p class="muted"><code>{{identity}}</code>{{#layer}} · layer <span class="chip">{{.}}</span>{{/layer}}{{#folder}} · <code>{{.}}</code>{{/folder}}{{^folder}} · removed from the repository, its releases stay{{/folder}}</p>
    </div>
    {{#isUnreleased}}
    <p class="empty">No releases yet.</p>
    {{/isUnreleased}}
    <div class="columns">
    <div>
    {{#usage}}
    <section class="panel" aria-labelledby="use">
    <h2 id="use">Depend on {{name}} <span class="version">{{latest}}</span></h2>
    <p>In the folder of your package:</p>
    <pre tabindex="0" aria-label="Command"><code>{{command}}</code></pre>
    <p>In its <code>Package.swift</code>, and in the target that uses it:</p>
    <pre tabindex="0" aria-label="Lines for Package.swift"><code>{{dependency}}{{#products}}
    {{.}}{{/products}}</code></pre>
    </section>
    {{/usage}}
    {{#canCompare}}
    <section class="panel" aria-labelledby="compare">
    <h2 id="compare">What changed between two releases</h2>
    <form class="search" method="get" action="#compare">
    <label class="field grow"><span>From</span><select name="from">{{#from}}<option{{#isChosen}} selected{{/isChosen}}>{{version}}</option>{{/from}}</select></label>
    <label class="field grow"><span>To</span><select name="to">{{#to}}<option{{#isChosen}} selected{{/isChosen}}>{{version}}</option>{{/to}}</select></label>
    <button type="submit">Compare</button>
    </form>
    {{#comparison}}
    <h3>{{from}} to {{to}}: {{summary}}</h3>
    {{#hasChanges}}
    <p>Requirements:</p>
    <ul class="plain">
    {{#changes}}
    <li><strong>{{name}}</strong> <span class="muted">{{old}}</span> <span aria-hidden="true">→</span><span class="hidden"> becomes </span> {{new}}</li>
    {{/changes}}
    </ul>
    {{/hasChanges}}
    {{#releases}}
    <h4>{{version}} <span class="muted">{{date}}</span>{{#withdrawn}} <span class="chip bad">withdrawn</span>{{/withdrawn}}</h4>
    {{> notes}}
    {{/releases}}
    {{/comparison}}
    </section>
    {{/canCompare}}
    {{^isUnreleased}}
    <section aria-labelledby="releases">
    <h2 id="releases">Releases</h2>
    <ol class="releases" reversed>
    {{#releases}}
    <li id="v{{version}}"{{#withdrawn}} class="gone"{{/withdrawn}}>
    <h3><a href="#v{{version}}">{{version}}</a> <span class="muted">{{date}}</span>{{#isLatest}} <span class="chip good">latest</span>{{/isLatest}}{{#isPrerelease}} <span class="chip">pre-release</span>{{/isPrerelease}}{{#withdrawn}} <span class="chip bad">withdrawn</span>{{/withdrawn}}</h3>
    {{#withdrawn}}
    <p class="notice">{{.}}</p>
    {{/withdrawn}}
    {{> notes}}
    <details>
    <summary>Record<span class="hidden"> of {{version}}</span></summary>
    <dl>
    {{#hasRequirements}}
    <dt>Requires</dt>
    <dd>{{#requires}}<a href="{{path}}">{{name}}</a> {{requirement}}<br>{{/requires}}</dd>
    {{/hasRequirements}}
    <dt>Archive</dt>
    <dd><a href="{{archivePath}}">{{name}}-{{version}}.zip</a><br><code>{{archive}}</code></dd>
    <dt>Tree</dt>
    <dd><code>{{tree}}</code></dd>
    </dl>
    </details>
    </li>
    {{/releases}}
    </ol>
    </section>
    {{/isUnreleased}}
    </div>
    <aside aria-label="Who uses it">
    <section aria-labelledby="required">
    <h2 id="required">Required by</h2>
    {{#isRequired}}
    <ul class="plain">
    {{#requiredBy}}
    <li><a href="{{path}}">{{name}}</a> <span class="muted">{{requirement}}</span></li>
    {{/requiredBy}}
    </ul>
    {{/isRequired}}
    {{^isRequired}}<p class="muted">No other component.</p>{{/isRequired}}
    </section>
    <section aria-labelledby="pinned">
    <h2 id="pinned">Pinned by</h2>
    {{#isPinned}}
    <ul class="plain">
    {{#pinnedBy}}
    <li><a href="{{page.scaffolds}}#app-{{scaffold}}">{{scaffold}}</a> <span class="muted">{{pin}}</span></li>
    {{/pinnedBy}}
    </ul>
    {{/isPinned}}
    {{^isPinned}}<p class="muted">No app of this repository.</p>{{/isPinned}}
    </section>
    </aside>
    </div>
    {{#neighbours}}
    <h2 id="neighbours">Neighbours</h2>
    <div class="picture" role="region" aria-label="Picture of the neighbours" tabindex="0">
    {{{.}}}</div>
    {{/neighbours}}
    {{> foot}}
    """

  /// The blocks of a changelog's entry.
  static let notes = """
    {{#blocks}}
    {{#heading}}<p class="kind">{{#spans}}{{> span}}{{/spans}}</p>
    {{/heading}}
    {{#paragraph}}<p>{{#spans}}{{> span}}{{/spans}}</p>
    {{/paragraph}}
    {{#list}}<ul>{{#items}}<li>{{#spans}}{{> span}}{{/spans}}</li>{{/items}}</ul>
    {{/list}}
    {{#code}}<pre tabindex="0"><code>{{.}}</code></pre>
    {{/code}}
    {{/blocks}}
    """

  static let span = "{{#isCode}}<code>{{text}}</code>{{/isCode}}{{^isCode}}{{text}}{{/isCode}}"
}
