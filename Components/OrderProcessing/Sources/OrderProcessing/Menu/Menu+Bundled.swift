public import FlowKit

extension Menu {
  /// The menu that comes with the component; read once, at the first call.
  ///
  /// - Throws: ``FlowFailure/Code/damagedMenu`` when its file is missing or cannot be read.
  public static func bundled() throws(FlowFailure) -> Menu {
    try loaded.get()
  }

  private static let loaded = Result { () throws(FlowFailure) in
    try BundledFile("menu.json").decoded(as: MenuFile.self).menu()
  }
}
