/// One component: how to depend on it, its releases, and its dependents.
enum ComponentTemplate {
  static let text = """
    {{> head}}
    <div class="title">
    <h1>{{name}}{{#shown}} <span class="version">{{version}}</span>{{/shown}}</h1>
    {{#shown.description}}
    <p class="lead">{{.}}</p>
    {{/shown.description}}
    <p class="muted"><code>{{identity}}</code>{{#layer}} · layer <span class="chip">{{.}}</span>{{/layer}}{{#folder}} · <code>{{.}}</code>{{/folder}}{{^folder}} · removed from the repository, its releases stay{{/folder}}</p>
    </div>
    {{#newest}}
    <p class="empty slim">This is not the newest release: <a href="{{.}}">{{latest}}</a> is.</p>
    {{/newest}}
    {{#whole}}
    <p class="empty slim">One of the <a href="{{.}}">releases of {{name}}</a></p>
    {{/whole}}
    {{#isUnreleased}}
    <p class="empty">No releases yet.</p>
    {{/isUnreleased}}
    <div class="columns release">
    {{#usage}}
    <section class="panel use" aria-labelledby="use">
    <h2 id="use">Depend on {{name}}</h2>
    <p>In the folder of your package, once:</p>
    <pre class="copy" tabindex="0" aria-label="Command"><code>{{command}}</code></pre>
    <p class="muted">or, with the package manager alone:</p>
    <pre class="copy" tabindex="0" aria-label="Command of the package manager"><code>{{set}}</code></pre>
    <p>In the dependencies of its <code>Package.swift</code>:</p>
    <pre class="copy" tabindex="0" aria-label="Dependency"><code>{{dependency}}</code></pre>
    {{#hasProducts}}
    <p>In the dependencies of the target that uses it:</p>
    <pre class="copy" tabindex="0" aria-label="Dependency of the target"><code>{{#products}}{{.}}
    {{/products}}</code></pre>
    {{/hasProducts}}
    </section>
    {{/usage}}
    <aside aria-label="Facts">
    {{#shown}}
    <section aria-labelledby="facts">
    <h2 id="facts">About {{version}}</h2>
    <p>{{#documentation}}<a href="{{.}}">Documentation</a>{{/documentation}}{{#interface}} · <a href="{{.}}">Public API</a>{{/interface}}{{^isDocumented}}<span class="muted">No documentation yet: <code>{{documenting}}</code> builds it.</span>{{/isDocumented}}</p>
    <dl class="facts">
    {{#facts}}
    <dt>{{title}}</dt>
    <dd>{{#values}}{{> value}}<br>{{/values}}</dd>
    {{/facts}}
    </dl>
    </section>
    {{/shown}}
    {{^whole}}
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
    <li><a href="{{page.apps}}#app-{{app}}">{{app}}</a> <span class="muted">{{pin}}</span></li>
    {{/pinnedBy}}
    </ul>
    {{/isPinned}}
    {{^isPinned}}<p class="muted">No app of this repository.</p>{{/isPinned}}
    </section>
    {{/whole}}
    </aside>
    <div class="rest">
    {{#shown}}
    <section class="panel readme" aria-labelledby="readme">
    <h2 id="readme">README</h2>
    {{#readme}}
    {{{.}}}
    {{/readme}}
    {{#noReadme}}
    <p class="muted">{{.}}</p>
    {{/noReadme}}
    </section>
    {{#hasProducts}}
    <section aria-labelledby="products">
    <h2 id="products">Products</h2>
    <ul class="plain">
    {{#products}}
    <li><strong>{{name}}</strong> <span class="chip">{{kind}}</span> <span class="muted">{{targets}}</span></li>
    {{/products}}
    </ul>
    </section>
    {{/hasProducts}}
    <section aria-labelledby="dependencies">
    <h2 id="dependencies">Dependencies</h2>
    {{#hasDependencies}}
    <ul class="plain">
    {{#dependencies}}
    <li>{{> value}}</li>
    {{/dependencies}}
    </ul>
    {{/hasDependencies}}
    {{^hasDependencies}}
    <p class="muted">None.</p>
    {{/hasDependencies}}
    </section>
    {{/shown}}
    {{#hasComparison}}
    <section class="panel" aria-labelledby="compare">
    <h2 id="compare">{{#canCompare}}What changed between two releases{{/canCompare}}{{^canCompare}}Changes{{/canCompare}}</h2>
    {{#canCompare}}
    <form class="search" method="get" action="#compare">
    <label class="field grow"><span>From</span><select name="from">{{#from}}<option{{#isChosen}} selected{{/isChosen}}>{{version}}</option>{{/from}}</select></label>
    <label class="field grow"><span>To</span><select name="to">{{#to}}<option{{#isChosen}} selected{{/isChosen}}>{{version}}</option>{{/to}}</select></label>
    <button type="submit">Compare</button>
    </form>
    {{/canCompare}}
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
    <h4>Public API{{#interface}} <span class="muted">{{summary}}</span>{{/interface}}</h4>
    {{#interface}}
    <ul class="plain">
    {{#changes}}
    <li><span class="chip{{#isBreaking}} bad{{/isBreaking}}{{^isBreaking}} good{{/isBreaking}}">{{#isBreaking}}incompatible{{/isBreaking}}{{^isBreaking}}addition{{/isBreaking}}</span> {{words}} <a href="{{path}}"><code>{{rule}}</code></a></li>
    {{/changes}}
    {{#gaps}}
    <li class="muted">{{.}}</li>
    {{/gaps}}
    </ul>
    {{/interface}}
    {{^interface}}
    <p class="muted">To compare it, run:</p>
    <pre class="copy" tabindex="0" aria-label="Commands"><code>{{#documenting}}{{.}}
    {{/documenting}}</code></pre>
    {{/interface}}
    <h4>Files <span class="muted">{{filesSummary}}</span></h4>
    {{#hasFiles}}
    <details>
    <summary>Show them</summary>
    <ul class="plain">
    {{#files}}
    <li><span class="chip">{{kind}}</span> <code>{{path}}</code></li>
    {{/files}}
    </ul>
    </details>
    {{/hasFiles}}
    {{#releases}}
    <h4>{{version}} <span class="muted">{{date}}</span>{{#withdrawn}} <span class="chip bad">withdrawn</span>{{/withdrawn}}</h4>
    {{#notes}}
    {{{.}}}
    {{/notes}}
    {{/releases}}
    {{/comparison}}
    </section>
    {{/hasComparison}}
    {{^isUnreleased}}
    <section aria-labelledby="releases">
    <h2 id="releases">Releases</h2>
    <ol class="releases" reversed>
    {{#releases}}
    <li id="v{{version}}"{{#withdrawn}} class="gone"{{/withdrawn}}>
    <h3><a href="{{path}}">{{version}}</a> <span class="muted">{{date}}</span>{{#isLatest}} <span class="chip good">latest</span>{{/isLatest}}{{#isPrerelease}} <span class="chip">pre-release</span>{{/isPrerelease}}{{#withdrawn}} <span class="chip bad">withdrawn</span>{{/withdrawn}}</h3>
    {{#withdrawn}}
    <p class="notice">{{.}}</p>
    {{/withdrawn}}
    {{#notes}}
    {{{.}}}
    {{/notes}}
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
    </div>
    {{#neighbours}}
    <h2 id="neighbours">Neighbours</h2>
    <div class="picture" role="region" aria-label="Picture of the neighbours" tabindex="0">
    {{{.}}}</div>
    {{/neighbours}}
    {{> foot}}
    """

  /// A text that may be a link, and what is said of it.
  static let value =
    "{{#path}}<a href=\"{{.}}\">{{text}}</a>{{/path}}{{^path}}{{#isCode}}<code>{{text}}</code>{{/isCode}}"
    + "{{^isCode}}{{text}}{{/isCode}}{{/path}}{{#detail}} <span class=\"muted\">{{.}}</span>{{/detail}}"
}
