import FlowKit
import StatusUpdates
import StatusUpdatesStorage

extension AppComponent {
  /// The status of an order.
  static let statusUpdates = AppComponent(
    "StatusUpdates",
    flows: [
      FlowEntry(FollowFlow.self, "Follow an order", needs: .order) { link, app, presenter in
        .followed(try await app.status.followFlow.run(link, on: presenter))
      }
    ],
    tables: [.status, .cancellations, .acceptances]
  )
}
