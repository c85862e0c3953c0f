import FlowKit
import Persistence
import Testing

@testable import cookr

/// What the components of the app bring, taken together.
struct AppComponentTests {
  @Test func `no two components bring a flow, a failure or a table of the same name`() {
    let components = AppComponent.all
    for names in [
      components.flatMap(\.flows).map(\.name),
      components.flatMap(\.statuses.keys).map(\.rawValue),
      components.flatMap(\.tables).map(\.identifier),
    ] {
      #expect(Set(names).count == names.count)
    }
  }
}
