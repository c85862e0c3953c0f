import FlowKit
import OrderProcessing
import Testing

struct MenuTests {
  @Test func `dishes are found by identifier and by cuisine`() throws {
    let menu = try Menu.sample()
    let italian = CuisineID(rawValue: "italian")
    #expect(menu.dish(DishID(rawValue: "curry"))?.price.minorUnits == 1290)
    #expect(menu.dish(DishID(rawValue: "soup")) == nil)
    #expect(menu.flavour(FlavourID(rawValue: "smoky")) == .sample("smoky"))
    #expect(menu.cuisine(italian) == .sample("italian"))
    #expect(menu.dishes(of: italian).map(\.id.rawValue) == ["pizza"])
    #expect(menu.dishes(of: nil) == menu.dishes)
  }

  @Test func `allergens stand in the regulation's order`() {
    let dish = Dish.sample("stew", allergens: [.molluscs, .treeNuts, .gluten])
    #expect(dish.allergens.sorted().map(\.name) == ["gluten", "tree nuts", "molluscs"])
  }

  @Test(arguments: BrokenMenu.all)
  func `a menu that does not fit together is refused`(broken: BrokenMenu) {
    #expect(throws: FlowFailure(.damagedMenu, "the menu is damaged: \(broken.reason)")) {
      try Menu(cuisines: broken.cuisines, dishes: broken.dishes, flavours: broken.flavours)
    }
  }
}

struct BrokenMenu: Sendable {
  let reason: String
  var cuisines: [Cuisine] = [.sample("thai")]
  var dishes: [Dish] = [.sample("curry")]
  var flavours: [Flavour] = [.sample("smoky")]

  static let all = [
    BrokenMenu(reason: "it has 0 dishes and 1 flavours", dishes: []),
    BrokenMenu(reason: "it has 1 dishes and 0 flavours", flavours: []),
    BrokenMenu(
      reason: "dish 'curry' is there twice",
      dishes: [.sample("curry"), .sample("curry")]
    ),
    BrokenMenu(
      reason: "dish 'Curry' is not named by lower-case words with hyphens",
      dishes: [.sample("Curry")]
    ),
    BrokenMenu(
      reason: "cuisine '../thai' is not named by lower-case words with hyphens",
      cuisines: [.sample("../thai")]
    ),
    BrokenMenu(
      reason: "flavour 'sweet--sour' is not named by lower-case words with hyphens",
      flavours: [.sample("sweet--sour")]
    ),
    BrokenMenu(
      reason: "dish 'pizza' is of the unknown cuisine 'italian'",
      dishes: [.sample("curry"), .sample("pizza", of: "italian")]
    ),
    BrokenMenu(reason: "dish 'curry' costs '€0.00'", dishes: [.sample("curry", minorUnits: 0)]),
    BrokenMenu(
      reason: "dish 'rice' costs '$10.00'",
      dishes: [.sample("curry"), .sample("rice", currency: .usd)]
    ),
    BrokenMenu(
      reason: "cuisine 'italian' has no dish",
      cuisines: [.sample("thai"), .sample("italian")]
    ),
  ]
}
