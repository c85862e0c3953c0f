import Apps
import Model
import Versions

/// The values of the template of the apps' pins.
struct AppsPage: Sendable {
  let page: PageFrame
  let apps: [AppView]
  let isEmpty: Bool

  struct AppView: Sendable {
    let name: String
    let summary: String
    let components: [Row]
  }

  struct Row: Sendable {
    let name: String
    let path: String
    let pin: String
    let release: String
    let latest: String
    /// The state in words, and how it is shown.
    let state: String
    let isCurrent: Bool
    let isBehind: Bool
    let isYanked: Bool
  }

  init(_ report: AppReport, frame page: PageFrame) {
    self.page = page
    apps = report.apps.map { AppView($0, page.paths, scope: report.scope) }
    isEmpty = apps.isEmpty
  }
}

extension AppsPage.AppView {
  fileprivate init(_ pins: AppPins, _ paths: PagePaths, scope: ScopeName) {
    name = pins.app.text
    components = pins.components.map { AppsPage.Row($0, paths, scope: scope) }
    let pinned = pins.components.count { $0.release != nil }
    let behind = pins.components.count { $0.behind > 0 }
    summary =
      "\(pinned) of \(Words.count(components.count, "component")) from releases"
      + (behind == 0 ? "" : ", \(behind) behind")
  }
}

extension AppsPage.Row {
  fileprivate init(_ component: PinnedComponent, _ paths: PagePaths, scope: ScopeName) {
    name = component.name.text
    path = paths.component(scope, component.name)
    let unpinned = component.release == nil ? "not pinned" : "required by others"
    pin = component.pin?.description ?? unpinned
    release = component.release?.description ?? "working tree"
    latest = component.latest?.description ?? "never released"
    isYanked = component.isYanked
    isBehind = component.behind > 0 && !isYanked
    isCurrent = component.release != nil && component.behind == 0 && !isYanked
    state =
      isYanked
      ? "withdrawn release"
      : isBehind
        ? "\(Words.count(component.behind, "release")) behind"
        : isCurrent ? "up to date" : "as it is in the repository"
  }
}
