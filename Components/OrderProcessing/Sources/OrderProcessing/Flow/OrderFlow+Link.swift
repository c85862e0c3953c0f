public import FlowKit

extension OrderFlow: LinkedFlow {
  public static var linkName: String { "order" }

  public static var linkExamples: [String] {
    [
      "order", "order/thai", "order/thai?flavour=smoky",
      "order?dish=pad-thai,tom-kha&quantity=2,1",
    ]
  }

  /// The parameters of `order/CUISINE?dish=…&quantity=…&flavour=…`, each part of it optional.
  ///
  /// Several dishes are separated by commas. The quantities are one for all dishes or, in the same
  /// order, one for each.
  ///
  /// - Throws: a ``FlowFailure`` with ``FlowFailure/Code/unknownLink`` for any other form, and for
  ///   what the menu does not have; with ``FlowFailure/Code/damagedMenu`` for a menu that cannot be
  ///   read.
  public func parameters(for link: FlowLink) throws -> OrderParameters {
    try link.expect(pathCount: 0...1, queryNames: ["dish", "flavour", "quantity"])
    let dishes = try link.list("dish") ?? []
    let parameters = OrderParameters(
      cuisine: link.path.first.map { CuisineID(rawValue: $0.lowercased()) },
      dishes: zip(dishes, try link.quantities(of: dishes)).map { dish, quantity in
        PreselectedDish(DishID(rawValue: dish), quantity: quantity)
      },
      flavour: try link.text("flavour").map(FlavourID.init(rawValue:))
    )
    let menu = try menu()
    do throws(FlowFailure) {
      _ = try Preset(parameters, on: menu)
    } catch {
      throw FlowFailure(
        .unknownLink,
        "the link leads nowhere: \(error.message)",
        help: error.help
      )
    }
    return parameters
  }
}

extension FlowLink {
  /// What the query says for `name`, in lower case; nil where it says nothing.
  fileprivate func text(_ name: String) throws(FlowFailure) -> String? {
    guard let text = query[name] else { return nil }
    guard !text.isEmpty else { throw missing(name, in: text) }
    return text.lowercased()
  }

  /// What the query lists for `name` between commas.
  fileprivate func list(_ name: String) throws(FlowFailure) -> [String]? {
    guard let text = try text(name) else { return nil }
    let entries = text.split(separator: ",", omittingEmptySubsequences: false)
    guard !entries.contains(where: \.isEmpty) else { throw missing(name, in: text) }
    return entries.map(String.init)
  }

  private func missing(_ name: String, in text: String) -> FlowFailure {
    FlowFailure(.unknownLink, "the link's '\(name)' is '\(text)', expected a value")
  }

  fileprivate func quantities(of dishes: [String]) throws(FlowFailure) -> [Int?] {
    guard let texts = try list("quantity") else {
      return Array(repeating: nil, count: dishes.count)
    }
    guard texts.count == 1 ? !dishes.isEmpty : texts.count == dishes.count else {
      throw FlowFailure(
        .unknownLink,
        "the link has \(texts.count) quantities for \(dishes.count) dishes",
        help: "give one quantity for all dishes, or one for each"
      )
    }
    let quantities = try texts.map { text throws(FlowFailure) in
      guard let quantity = Int(text) else {
        throw FlowFailure(.unknownLink, "the link's quantity '\(text)' is no whole number")
      }
      return quantity
    }
    return quantities.count == 1
      ? Array(repeating: quantities[0], count: dishes.count) : quantities
  }
}
