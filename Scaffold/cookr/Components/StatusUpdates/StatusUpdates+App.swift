import FlowKit
import StatusUpdates
import StatusUpdatesStorage

extension AppComponent {
  /// The status of an order.
  static let statusUpdates = AppComponent(
    "StatusUpdates",
    flows: [
      FlowEntry(FollowFlow.self, "Follow an order", needs: .order) { link, app, presenter in
        let outcome = try await app.status.followFlow.run(link, on: presenter)
        return .followed(outcome, advising: app.context.invocation)
      }
    ],
    tables: [.status, .cancellations, .acceptances]
  )
}
