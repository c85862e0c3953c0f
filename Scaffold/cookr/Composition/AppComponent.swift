import AppConsole
import FlowKit
import Foundation
import Persistence

/// A component as the app uses it, all of which is in the component's folder.
struct AppComponent: Sendable {
  let name: String
  /// The flows that the home screen and links start, in the order in which people read them.
  let flows: [FlowEntry]
  var commands: [any AppCommand.Type] = []
  /// The failures with an exit status of their own; all others end with that of their kind.
  var statuses: [FlowFailure.Code: ExitStatus] = [:]
  /// The keys of answers that follow from other flags, so that nobody is told that they are unused.
  var impliedAnswers: Set<String> = []
  var tables: [Schema.Step] = []
}

extension CommandError {
  init(_ error: any Error) {
    self.init(error, statuses: Self.statuses)
  }

  static let statuses = AppComponent.all.reduce(into: ofTheApp) { statuses, component in
    statuses.merge(component.statuses) { known, _ in known }
  }

  private static let ofTheApp: [FlowFailure.Code: ExitStatus] = [
    .cancelledUnsettled: .paymentOpen
  ]
}

extension ComponentVersions {
  static let ofThisApp = ComponentVersions(in: Data(PackageResources.manifest_json))
}
