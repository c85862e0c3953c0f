/// What the pages say of the registry that `PageTests` makes: looked at in a browser, then kept.
enum PageSamples {
  static let home = #"""
    <div class="title">
    <h1>Components</h1>
    <p class="muted">2 components, 3 releases</p>
    </div>
    <form class="search" role="search" method="get" action="/">
    <label class="field grow"><span class="hidden">Name</span><input type="search" name="q" value="" placeholder="Search by name" autocomplete="off"></label>
    <button type="submit">Search</button>
    </form>
    <ul class="components">
    <li>
    <a class="name" href="/cookr/Kitchen">Kitchen</a>
    <span class="version">1.0.0</span>
    <span class="facts">
    <span>2025-11-21</span>
    <span>1 release</span>
    </span>
    </li>
    <li>
    <a class="name" href="/cookr/Menu">Menu</a>
    <span class="version">1.1.0</span>
    <span class="facts">
    <span>2025-11-21</span>
    <span>2 releases</span>
    <span>required by 1</span>
    </span>
    </li>
    </ul>
    <section class="panel" aria-labelledby="use">
    <h2 id="use">Use them in a package</h2>
    <p>Set the registry of this scope once, in the folder of the package:</p>
    <pre class="copy" tabindex="0" aria-label="Command"><code>registry use http://localhost <span class="whole">--scope</span> cookr</code></pre>
    <p class="muted">or, with the package manager alone, <code>swift package-registry set --scope cookr http://localhost --allow-insecure-http</code>. Each component’s page has the lines for <code>Package.swift</code>.</p>
    </section>

    """#

  static let component = #"""
    <div class="title">
    <h1>Menu <span class="version">1.1.0</span></h1>
    <p class="muted"><code>cookr.Menu</code> · <code>Components/Menu</code></p>
    </div>
    <div class="columns release">
    <section class="panel use" aria-labelledby="use">
    <h2 id="use">Depend on Menu</h2>
    <p>In the folder of your package, once:</p>
    <pre class="copy" tabindex="0" aria-label="Command"><code>registry use http://localhost cookr.Menu@1.1.0</code></pre>
    <p class="muted">or, with the package manager alone:</p>
    <pre class="copy" tabindex="0" aria-label="Command of the package manager"><code>swift package-registry set <span class="whole">--scope</span> cookr http://localhost <span class="whole">--allow-insecure-http</span></code></pre>
    <p>In the dependencies of its <code>Package.swift</code>:</p>
    <pre class="copy" tabindex="0" aria-label="Dependency"><code>.package(id: &quot;cookr.Menu&quot;, from: &quot;1.1.0&quot;),</code></pre>
    <p>In the dependencies of the target that uses it:</p>
    <pre class="copy" tabindex="0" aria-label="Dependency of the target"><code>.product(name: &quot;Menu&quot;, package: &quot;cookr.Menu&quot;),
    </code></pre>
    </section>
    <aside aria-label="Facts">
    <section aria-labelledby="works">
    <h2 id="works">Works with</h2>
    <table class="works">
    <tr><th scope="row">Swift</th><td>6.0 or later</td></tr>
    <tr><th scope="row">All systems</th><td><span class="muted">any version</span></td></tr>
    </table>
    </section>
    <section aria-labelledby="facts">
    <h2 id="facts">About 1.1.0</h2>
    <dl class="facts">
    <dt>Released</dt>
    <dd>2025-11-21<br></dd>
    <dt>Archive</dt>
    <dd><a href="/cookr/Menu/1.1.0.zip">Menu-1.1.0.zip</a> <span class="muted">SIZE</span><br></dd>
    <dt>SHA-256</dt>
    <dd><code>CHECKSUM</code><br></dd>
    <dt>Signature</dt>
    <dd>not signed<br></dd>
    </dl>
    </section>
    <section aria-labelledby="versions">
    <h2 id="versions">Versions</h2>
    <ul class="plain">
    <li><a href="/cookr/Menu/1.1.0">1.1.0</a> <span class="muted">2025-11-21</span></li>
    <li><a href="/cookr/Menu/1.0.0">1.0.0</a> <span class="muted">2025-11-21</span> <span class="chip bad">withdrawn</span></li>
    </ul>
    </section>
    <section aria-labelledby="required">
    <h2 id="required">Required by</h2>
    <ul class="plain">
    <li><a href="/cookr/Kitchen">Kitchen</a> <span class="muted">from 1.0.0</span></li>
    </ul>
    </section>
    <section aria-labelledby="pinned">
    <h2 id="pinned">Pinned by</h2>
    <p class="muted">No app of this repository.</p>
    </section>
    </aside>
    <div class="rest">
    <section aria-labelledby="products">
    <h2 id="products">Products</h2>
    <ul class="plain">
    <li><strong>Menu</strong> <span class="chip">library</span> <span class="muted">Menu</span></li>
    </ul>
    </section>
    <section aria-labelledby="dependencies">
    <h2 id="dependencies">Dependencies</h2>
    <p class="muted">None.</p>
    </section>
    <section class="panel readme" aria-labelledby="readme">
    <h2 id="readme">README</h2>
    <p class="muted">This release has no README.</p>
    </section>
    <section class="panel" aria-labelledby="compare">
    <h2 id="compare">What changed between two releases</h2>
    <form class="search" method="get" action="#compare">
    <label class="field grow"><span>From</span><select name="from"><option>1.1.0</option><option selected>1.0.0</option></select></label>
    <label class="field grow"><span>To</span><select name="to"><option selected>1.1.0</option><option>1.0.0</option></select></label>
    <button type="submit">Compare</button>
    </form>
    </section>
    <section aria-labelledby="releases">
    <h2 id="releases">Releases</h2>
    <ol class="releases" reversed>
    <li id="v1.1.0">
    <h3><a href="/cookr/Menu/1.1.0">1.1.0</a> <span class="muted">2025-11-21</span> <span class="chip good">latest</span></h3>
    <p>Soup with <code>salt</code>.</p>
    <ul>
    <li>hot</li>
    <li>and
    cold</li>
    </ul>
    <h4>
    Changed
    </h4>
    <ul>
    <li>Change</li>
    </ul>
    <details>
    <summary>Record<span class="hidden"> of 1.1.0</span></summary>
    <dl>
    <dt>Archive</dt>
    <dd><a href="/cookr/Menu/1.1.0.zip">Menu-1.1.0.zip</a><br><code>CHECKSUM</code></dd>
    <dt>Tree</dt>
    <dd><code>OBJECT</code></dd>
    </dl>
    </details>
    </li>
    <li id="v1.0.0" class="gone">
    <h3><a href="/cookr/Menu/1.0.0">1.0.0</a> <span class="muted">2025-11-21</span> <span class="chip bad">withdrawn</span></h3>
    <p class="notice">Withdrawn on 2025-11-21: cold</p>
    <p>First release.</p>
    <details>
    <summary>Record<span class="hidden"> of 1.0.0</span></summary>
    <dl>
    <dt>Archive</dt>
    <dd><a href="/cookr/Menu/1.0.0.zip">Menu-1.0.0.zip</a><br><code>CHECKSUM</code></dd>
    <dt>Tree</dt>
    <dd><code>OBJECT</code></dd>
    </dl>
    </details>
    </li>
    </ol>
    </section>
    </div>
    </div>
    <h2 id="neighbours">Neighbours</h2>
    <div class="picture" role="region" aria-label="Picture of the neighbours" tabindex="0">
    <svg viewBox="0 0 188 208" width="188" height="208" role="group" aria-labelledby="graph-title">
    <title id="graph-title">Menu, the components that it requires and those that require it</title>
    <defs>
    <marker id="arrow" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker>
    <marker id="arrow-bad" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path class="tip bad" d="M0 0L8 4L0 8z"/></marker>
    </defs>
    <path class="edge" d="M94 76C94 101 94 101 94 126" marker-end="url(#arrow)"><title>Kitchen requires Menu from 1.0.0</title></path>
    <a href="/cookr/Kitchen">
    <rect class="node" x="24" y="24" width="140" height="52" rx="8"/>
    <text class="node-name" x="94" y="46">Kitchen</text>
    <text class="node-version" x="94" y="64">1.0.0</text>
    </a>
    <a href="/cookr/Menu">
    <rect class="node asked" x="24" y="132" width="140" height="52" rx="8"/>
    <text class="node-name" x="94" y="154">Menu</text>
    <text class="node-version" x="94" y="172">1.1.0</text>
    </a>
    </svg>
    </div>

    """#

  static let graph = #"""
    <div class="title">
    <h1>Dependency graph</h1>
    <p class="muted">2 components, 1 requirement, by the newest releases</p>
    </div>
    <p class="notice">1 requirement not allowed</p>
    <form class="search" role="search" method="get" action="/graph">
    <label class="field grow"><span class="hidden">Name</span><input type="search" name="q" value="" placeholder="Search by name" autocomplete="off"></label>
    <button type="submit">Search</button>
    </form>
    <div class="picture fits" role="region" aria-label="Picture of the graph" tabindex="0">
    <svg viewBox="0 0 188 288" width="188" height="288" role="group" aria-labelledby="graph-title">
    <title id="graph-title">Components by layer, with an arrow to each required component; also listed in the table below</title>
    <defs>
    <marker id="arrow" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker>
    <marker id="arrow-bad" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path class="tip bad" d="M0 0L8 4L0 8z"/></marker>
    </defs>
    <rect class="band" x="0" y="0" width="100%" height="116" rx="10"/>
    <text class="layer" x="16" y="25">core</text>
    <rect class="band" x="0" y="172" width="100%" height="116" rx="10"/>
    <text class="layer" x="16" y="197">feature</text>
    <path class="edge bad" d="M94 212C94 155 94 155 94 98" marker-end="url(#arrow-bad)"><title>Kitchen requires Menu from 1.0.0, &#39;feature&#39; may not use &#39;core&#39;</title></path>
    <a href="/cookr/Menu">
    <rect class="node" x="24" y="40" width="140" height="52" rx="8"/>
    <text class="node-name" x="94" y="62">Menu</text>
    <text class="node-version" x="94" y="80">1.1.0</text>
    </a>
    <a href="/cookr/Kitchen">
    <rect class="node" x="24" y="212" width="140" height="52" rx="8"/>
    <text class="node-name" x="94" y="234">Kitchen</text>
    <text class="node-version" x="94" y="252">1.0.0</text>
    </a>
    </svg>
    </div>
    <div class="board">
    <section>
    <h2>core (1)</h2>
    <ul class="nodes">
    <li class="plain-mark"><a href="/graph?of=Menu">Menu</a> <span class="muted">1.1.0</span></li>
    </ul>
    </section>
    <section>
    <h2>feature (1)</h2>
    <ul class="nodes">
    <li class="plain-mark"><a href="/graph?of=Kitchen">Kitchen</a> <span class="muted">1.0.0</span></li>
    </ul>
    </section>
    </div>
    <h2>Requirements</h2>
    <details open>
    <summary>As a table</summary>
    <div class="scroll" role="region" aria-label="Requirements" tabindex="0">
    <table class="stacked" role="table">
    <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Component</th><th role="columnheader" scope="col">Requires</th><th role="columnheader" scope="col">Version</th><th role="columnheader" scope="col">Layer rules</th></tr></thead>
    <tbody role="rowgroup">
    <tr role="row"><th role="rowheader" scope="row"><a href="/cookr/Kitchen">Kitchen</a></th><td role="cell" data-label="Requires"><a href="/cookr/Menu">Menu</a></td><td role="cell" data-label="Version">from 1.0.0</td><td role="cell" data-label="Layer rules"><span class="chip bad">&#39;feature&#39; may not use &#39;core&#39;</span></td></tr>
    </tbody>
    </table>
    </div>
    </details>

    """#
}
