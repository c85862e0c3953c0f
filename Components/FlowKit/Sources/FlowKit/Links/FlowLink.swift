/// The part of a deep link that belongs to a flow: what follows the flow's own name.
public struct FlowLink: Sendable, Hashable {
  /// The path's parts after the name, percent-decoded.
  public let path: [String]
  /// The query's values by their names, percent-decoded.
  public let query: [String: String]

  /// Makes the rest of a link.
  public init(path: [String] = [], query: [String: String] = [:]) {
    self.path = path
    self.query = query
  }
}

/// A flow that deep links can start.
public protocol LinkedFlow: FlowInitiator {
  /// The name that links start with, such as `order` in `cookr://order/thai`.
  static var linkName: String { get }
  /// What the rest of a link may look like, such as `order/thai?flavour=smoky`.
  static var linkExamples: [String] { get }

  /// The parameters that a link stands for.
  ///
  /// - Throws: a ``FlowFailure`` with ``FlowFailure/Code/unknownLink`` when it leads nowhere.
  func parameters(for link: FlowLink) throws -> Parameters
}

extension FlowLink {
  /// Refuses what a flow does not understand, so that a mistyped link is not half obeyed.
  public func expect(pathCount: ClosedRange<Int>, queryNames: Set<String>) throws(FlowFailure) {
    guard pathCount.contains(path.count) else {
      throw FlowFailure(
        .unknownLink,
        "the link's path '\(path.joined(separator: "/"))' has \(path.count) parts, "
          + "expected \(pathCount.lowerBound) to \(pathCount.upperBound)"
      )
    }
    if let unknown = query.keys.filter({ !queryNames.contains($0) }).min() {
      let known = queryNames.sorted().joined(separator: ", ")
      throw FlowFailure(
        .unknownLink,
        "the link's query has '\(unknown)', expected \(known.isEmpty ? "none" : known)"
      )
    }
  }
}
