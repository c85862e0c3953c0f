extension AppComponent {
  /// The components that the app is composed of, in the order in which their flows are listed.
  static let all: [AppComponent] = [
    .orderProcessing,
    .chefSourcing,
    .payments,
    .statusUpdates,
  ]
}
