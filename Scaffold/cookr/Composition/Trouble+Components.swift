import AppConsole
import FlowKit
import Persistence

extension Trouble {
  /// Puts any error of the app into the person's words.
  init(_ error: any Error) {
    self.init(error, statuses: Self.statuses)
  }

  private static let statuses = AppComponent.all.reduce(into: ofTheApp) { statuses, component in
    statuses.merge(component.statuses) { known, _ in known }
  }

  private static let ofTheApp: [FlowFailure.Code: ExitStatus] = [
    .cancelledUnsettled: .paymentOpen
  ]
}
