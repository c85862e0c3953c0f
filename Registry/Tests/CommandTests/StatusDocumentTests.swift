import Base
import Git
import Model
import Versions
@testable import Apps
@testable import Reports
@testable import registry
import Testing

struct StatusDocumentTests {
  /// As where the manifest was changed between the two looks at it.
  @Test(arguments: [["Menu"], ["Kitchen"], [], ["Cellar", "Kitchen", "Menu"]])
  func `a row has what its own component is pinned to, or nothing`(_ pinned: [String]) throws {
    let statuses = try ["Kitchen", "Menu"].map { name in
      ComponentStatus(
        name: try ComponentName(name),
        path: try TreePath("Components/\(name)"),
        layer: nil,
        version: nil,
        latest: nil,
        baseline: nil,
        state: .neverReleased,
        uncommittedFiles: 0
      )
    }
    let pins = AppPins(
      app: try AppName("app"),
      components: try pinned.map { name in
        PinnedComponent(
          name: try ComponentName(name),
          pin: nil,
          release: try SemanticVersion("\(name.utf8.count).0.0"),
          isYanked: false,
          latest: nil,
          behind: 0
        )
      }
    )
    let rows = StatusDocument(statuses, [pins]).text(style: Style(isEnabled: false), width: nil)
      .split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
    let expected = ["Kitchen", "Menu"].map { name in
      pinned.contains(name) ? "\(name.utf8.count).0.0" : "–"
    }
    #expect(rows.map { $0.last.map(String.init) } == expected)
  }
}
