import FlowKit
import StatusUpdates
import StatusUpdatesInterface

extension AppComponent {
  static let statusUpdates = AppComponent(
    name: "StatusUpdates",
    flows: [
      FlowEntry(FollowFlow.self, "Follow an order", needs: .order) { link, app, presenter in
        let request = try app.following.parameters(for: link)
        return try await Coordinator(app, on: presenter).follow(request)
      }
    ],
    commands: [TrackCommand.self],
    tables: StatusStore.tables
  )
}
