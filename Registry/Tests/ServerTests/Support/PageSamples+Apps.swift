/// What the page of the apps says of the registry that `PageTests` makes.
extension PageSamples {
  static let apps = #"""
    <div class="title">
    <h1>Apps</h1>
    <p class="muted">The releases that each app is built from</p>
    </div>
    <section aria-labelledby="app-app">
    <h2 id="app-app">app <span class="muted">2 of 2 components from releases</span></h2>
    <div class="scroll" role="region" aria-label="Pins of app" tabindex="0">
    <table class="stacked" role="table">
    <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Component</th><th role="columnheader" scope="col">Pin</th><th role="columnheader" scope="col">Built from</th><th role="columnheader" scope="col">Latest</th><th role="columnheader" scope="col">State</th></tr></thead>
    <tbody role="rowgroup">
    <tr role="row"><th role="rowheader" scope="row"><a href="/cookr/Kitchen">Kitchen</a></th><td role="cell" data-label="Pin">1.0.0</td><td role="cell" data-label="Built from">1.0.0</td><td role="cell" data-label="Latest">1.0.0</td><td role="cell" data-label="State"><span class="chip good">up to date</span></td></tr>
    <tr role="row"><th role="rowheader" scope="row"><a href="/cookr/Menu">Menu</a></th><td role="cell" data-label="Pin">required by others</td><td role="cell" data-label="Built from">1.1.0</td><td role="cell" data-label="Latest">1.1.0</td><td role="cell" data-label="State"><span class="chip good">up to date</span></td></tr>
    </tbody>
    </table>
    </div>
    </section>

    """#
}
