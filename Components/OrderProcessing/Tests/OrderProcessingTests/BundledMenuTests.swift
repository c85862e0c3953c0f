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
