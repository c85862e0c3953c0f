import AppConsole
import ArgumentParser
import FlowKit
import OrderProcessing

struct MenuCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "menu",
    abstract: "List the dishes and the flavours."
  )

  @OptionGroup var options: AppOptions

  func run(in session: AppSession) async throws {
    let menu = try Menu.bundled()
    try session.console.print(menu.document, or: menu.page)
  }
}

extension Menu {
  fileprivate var document: Document {
    [
      "schema": 1,
      "dishes": dishes.map { dish -> Document in
        [
          "id": dish.id.rawValue, "name": dish.name, "cuisine": dish.cuisine.rawValue,
          "price": dish.price.document, "allergens": dish.allergens.sorted().map(\.rawValue),
          "summary": dish.summary,
        ]
      },
      "flavours": flavours.map { flavour -> Document in
        ["id": flavour.id.rawValue, "name": flavour.name, "effect": flavour.effect]
      },
    ]
  }

  var page: Page {
    var lines: [Page.Line] = []
    for cuisine in cuisines {
      lines.append(.text(cuisine.name, role: .heading))
      for dish in dishes(of: cuisine.id) {
        lines.append(.field(dish.id.rawValue, "\(dish.price)  \(dish.name)"))
      }
      lines.append(.gap)
    }
    lines.append(.text("Flavours, one for the whole meal", role: .heading))
    lines += flavours.map { .field($0.id.rawValue, "\($0.name): \($0.effect)") }
    return Page(title: "Menu", lines: lines)
  }
}
