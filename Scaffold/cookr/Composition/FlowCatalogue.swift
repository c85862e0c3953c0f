import FlowKit

/// Every flow that is built in.
enum FlowCatalogue {
  static let entries: [FlowEntry] = [.meal] + AppComponent.all.flatMap(\.flows)

  /// The flow that a link is for.
  ///
  /// - Throws: a `FlowFailure` with code `unknown-link` that names the nearest.
  static func entry(for link: DeepLink) throws(FlowFailure) -> FlowEntry {
    let linked = entries.filter { !$0.links.isEmpty }
    if let entry = linked.first(where: { $0.name == link.name }) { return entry }
    throw FlowFailure(
      .unknownLink,
      "there is no flow '\(link.name)'",
      help: nearestHelp(to: link.name, among: linked.map(\.name))
    )
  }
}
