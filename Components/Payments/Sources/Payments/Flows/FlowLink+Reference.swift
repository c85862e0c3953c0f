import FlowKit

extension FlowLink {
  /// The order that a link's path names, and nothing else.
  func reference(queryNames: Set<String>) throws(FlowFailure) -> OrderReference {
    try expect(pathCount: 1...1, queryNames: queryNames)
    return OrderReference(rawValue: path[0])
  }
}
