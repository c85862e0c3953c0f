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
  /// order, one for each. Whether the menu has what is named is found out when the flow starts.
  ///
  /// - Throws: a ``FlowFailure`` with ``FlowFailure/Code/unknownLink`` for any other form.
  public func parameters(for link: FlowLink) throws -> OrderParameters {
    try link.expect(pathCount: 0...1, queryNames: ["dish", "flavour", "quantity"])
    let dishes = try link.values(of: "dish") ?? []
    return OrderParameters(
      cuisine: link.path.first.map { CuisineID(rawValue: $0.lowercased()) },
      dishes: zip(dishes, try link.quantities(of: dishes)).map { dish, quantity in
        PreselectedDish(DishID(rawValue: dish), quantity: quantity)
      },
      flavour: try link.values(of: "flavour").map { names in
        FlavourID(rawValue: names.joined(separator: ","))
      }
    )
  }
}

extension FlowLink {
  /// The names that a part of the query lists, in lower case; nil where the query lacks it.
  fileprivate func values(of name: String) throws(FlowFailure) -> [String]? {
    guard let text = query[name] else { return nil }
    let values = text.split(separator: ",", omittingEmptySubsequences: false)
    guard !values.contains(where: \.isEmpty) else {
      throw FlowFailure(.unknownLink, "the link's '\(name)' is '\(text)', expected a value")
    }
    return values.map { $0.lowercased() }
  }

  /// A quantity, or nil, for each dish.
  fileprivate func quantities(of dishes: [String]) throws(FlowFailure) -> [Int?] {
    guard let texts = try values(of: "quantity") else {
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
