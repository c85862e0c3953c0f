import Foundation

/// A link into the app: the name of a flow, and the rest.
public struct DeepLink: Sendable, Hashable {
  /// The name of the flow, in lower case.
  public let name: String
  /// The part that the flow reads.
  public let rest: FlowLink

  /// Reads a link such as `cookr://order/thai?flavour=smoky`.
  ///
  /// - Throws: a ``FlowFailure`` with ``FlowFailure/Code/unknownLink`` for anything else.
  public init(_ text: String, scheme: String) throws(FlowFailure) {
    func refuse(_ reason: String) -> FlowFailure {
      FlowFailure(
        .unknownLink,
        "the link '\(text)' leads nowhere: \(reason)",
        help: "links look like '\(scheme)://NAME/…'"
      )
    }
    guard text.utf8.count <= 2048 else { throw refuse("it is longer than 2048 bytes") }
    guard let parts = URLComponents(string: text) else { throw refuse("it is no URL") }
    guard parts.scheme?.lowercased() == scheme else {
      throw refuse("its scheme is not '\(scheme)'")
    }
    guard let name = parts.host, !name.isEmpty else { throw refuse("it names no flow") }
    guard parts.user == nil, parts.password == nil, parts.port == nil, parts.fragment == nil else {
      throw refuse("it has a user, a port or a fragment")
    }
    var query: [String: String] = [:]
    for (item, encoded) in zip(parts.queryItems ?? [], parts.percentEncodedQueryItems ?? []) {
      let (value, encodedValue) = (item.value ?? "", encoded.value ?? "")
      guard value.isEmpty == encodedValue.isEmpty, item.name.isEmpty == encoded.name.isEmpty else {
        throw refuse("its query is no UTF-8")
      }
      guard query.updateValue(value, forKey: item.name) == nil else {
        throw refuse("'\(item.name)' is given twice")
      }
    }
    let path = parts.percentEncodedPath.split(separator: "/").map(Self.decoded)
    guard !path.contains("") else { throw refuse("its path is no UTF-8") }
    self.name = name.lowercased()
    self.rest = FlowLink(path: path, query: query)
  }

  /// One part of a path, decoded after the path was split: an encoded slash belongs to its part.
  private static func decoded(_ part: Substring) -> String {
    var components = URLComponents()
    components.percentEncodedPath = String(part)
    return components.path
  }
}

/// The part of a deep link that follows the name of the flow.
public struct FlowLink: Sendable, Hashable {
  /// The path's parts after the name, percent-decoded.
  public let path: [String]
  /// The query's values by their names, percent-decoded.
  public let query: [String: String]

  public init(path: [String] = [], query: [String: String] = [:]) {
    self.path = path
    self.query = query
  }
}

/// A flow that deep links can start.
public protocol LinkedFlow: FlowInitiator {
  /// The name that links start with, such as `order` in `cookr://order/thai`.
  static var linkName: String { get }
  /// Examples of links without the scheme, such as `order/thai?flavour=smoky`.
  static var linkExamples: [String] { get }

  /// The parameters that a link stands for.
  ///
  /// - Throws: a ``FlowFailure`` with ``FlowFailure/Code/unknownLink`` when it leads nowhere.
  func parameters(for link: FlowLink) throws -> Parameters
}

extension FlowLink {
  /// Refuses links with other parts than these, so that no part of a mistyped link is ignored.
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
