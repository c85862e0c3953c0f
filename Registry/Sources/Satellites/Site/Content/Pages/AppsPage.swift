import Apps
import Model
import Versions

/// The releases that each app is built from, and how far behind they are.
struct AppsPage: Sendable {
  let frame: PageFrame
  let report: AppReport

  var text: String {
    frame.document {
      HTML.title("Apps", #"<p class="muted">The releases that each app is built from</p>"#)
      if report.apps.isEmpty {
        #"<p class="empty">The repository has no apps.</p>"#
      }
      for pins in report.apps { section(pins) }
    }
  }

  @HTMLBuilder private func section(_ pins: AppPins) -> HTML {
    let name = pins.app.text
    #"""
    <section aria-labelledby="app-\#(name)">
    <h2 id="app-\#(name)">\#(name) \#(HTML.muted(summary(pins)))</h2>
    <div class="scroll" role="region" aria-label="Pins of \#(name)" tabindex="0">
    """#
    HTML.table(["Component", "Pin", "Built from", "Latest", "State"], pins.components, row)
    "</div>"
    "</section>"
  }

  private func summary(_ pins: AppPins) -> String {
    let pinned = pins.components.count { $0.release != nil }
    let behind = pins.components.count { $0.behind > 0 }
    return "\(pinned) of \(Words.count(pins.components.count, "component")) from releases"
      + (behind == 0 ? "" : ", \(behind) behind")
  }

  private func row(_ component: PinnedComponent) -> [HTML] {
    let unpinned = component.release == nil ? "not pinned" : "required by others"
    return [
      .link(component.name.text, frame.paths.component(report.scope, component.name)),
      "\(component.pin?.description ?? unpinned)",
      "\(component.release?.description ?? "working tree")",
      "\(component.latest?.description ?? "never released")",
      state(of: component),
    ]
  }

  private func state(of component: PinnedComponent) -> HTML {
    if component.isYanked { return .chip("withdrawn release", .bad) }
    if component.behind > 0 {
      return .chip("\(Words.count(component.behind, "release")) behind", .warn)
    }
    if component.release == nil { return .chip("as it is in the repository") }
    return .chip("up to date", .good)
  }
}
