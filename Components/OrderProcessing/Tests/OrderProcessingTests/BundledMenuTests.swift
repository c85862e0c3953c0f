import FlowKit
import OrderProcessing
import Testing

struct BundledMenuTests {
  @Test func `every cuisine has at least three dishes, one of them without meat and fish`() throws {
    let menu = try Menu.bundled()
    #expect(menu.cuisines.count >= 6)
    #expect(menu.dishes.count >= 16)
    #expect(menu.flavours.count >= 6)
    #expect(menu.dishes.allSatisfy { (300...2500).contains($0.price.minorUnits) })
    #expect(menu.dishes.allSatisfy { $0.price.currency == .eur })
    for cuisine in menu.cuisines {
      let dishes = menu.dishes(of: cuisine.id)
      #expect(dishes.count >= 3, "\(cuisine.name)")
      #expect(dishes.contains { $0.diet != nil }, "\(cuisine.name)")
    }
  }

  @Test func `the menu declares allergens of all fourteen kinds`() throws {
    let used = Set(try Menu.bundled().dishes.flatMap(\.allergens))
    #expect(used == Set(Allergen.allCases))
  }

  @Test func `no vegan dish contains what comes from an animal`() throws {
    let animal: Set<Allergen> = [.milk, .eggs, .fish, .crustaceans, .molluscs]
    for dish in try Menu.bundled().dishes where dish.diet == .vegan {
      #expect(animal.isDisjoint(with: dish.allergens), "\(dish.name)")
    }
  }

  @Test func `each cuisine has a picture that a presenter can draw`() throws {
    for cuisine in try Menu.bundled().cuisines {
      let picture = try MealPicture.bundled(for: cuisine.id).coloured(by: .sample("smoky"))
      #expect(picture.cells.count == 24, "\(cuisine.name)")
      #expect(picture.cells.allSatisfy { $0.count == 30 }, "\(cuisine.name)")
      #expect((6...8).contains(picture.plain.count), "\(cuisine.name)")
      #expect(picture.plain.allSatisfy { $0.utf8.count <= 36 }, "\(cuisine.name)")
      #expect(picture.plain.joined().utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }
  }

  @Test func `every two flavours colour every picture differently`() throws {
    let menu = try Menu.bundled()
    for cuisine in menu.cuisines {
      let picture = try MealPicture.bundled(for: cuisine.id)
      let coloured = Set(menu.flavours.map { picture.coloured(by: $0).cells })
      #expect(coloured.count == menu.flavours.count, "\(cuisine.name)")
    }
  }

  @Test(arguments: ["klingon", "../menu", "", "Thai"])
  func `a cuisine without a picture is refused by name`(name: String) throws {
    let failure = try #require(throws: FlowFailure.self) {
      try MealPicture.bundled(for: CuisineID(rawValue: name))
    }
    #expect(failure.code == .damagedMenu)
    #expect(failure.message.contains("\(name)"))
  }
}

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
