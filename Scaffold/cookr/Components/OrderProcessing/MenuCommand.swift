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
    try session.console.print(MenuDocument(menu), or: menu.page)
  }
}

/// `cookr menu --json`.
struct MenuDocument: Encodable {
  struct Dish: Encodable {
    let id: String
    let name: String
    let cuisine: String
    let price: MoneyDocument
    let allergens: [String]
    let summary: String
  }

  struct Flavour: Encodable {
    let id: String
    let name: String
    let effect: String
  }

  let schema = 1
  let dishes: [Dish]
  let flavours: [Flavour]

  init(_ menu: Menu) {
    dishes = menu.dishes.map { dish in
      Dish(
        id: dish.id.rawValue,
        name: dish.name,
        cuisine: dish.cuisine.rawValue,
        price: MoneyDocument(dish.price),
        allergens: dish.allergens.map(\.rawValue),
        summary: dish.summary
      )
    }
    flavours = menu.flavours.map { flavour in
      Flavour(id: flavour.id.rawValue, name: flavour.name, effect: flavour.effect)
    }
  }
}

extension Menu {
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
