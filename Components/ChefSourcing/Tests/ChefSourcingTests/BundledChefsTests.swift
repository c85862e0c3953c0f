import FlowKit
import Testing

@testable import ChefSourcing

@Suite struct BundledChefsTests {
  @Test func `the directory is as large as it is said to be, each chef once`() throws {
    let city = try City.bundled()
    let chefs = try Chef.bundled()
    #expect(chefs.count >= 60)
    #expect(city.neighbourhoods.count >= 12)
    #expect(Set(chefs.map(\.id)).count == chefs.count)
    #expect(Set(chefs.map(\.name)).count == chefs.count)
    #expect(Set(city.neighbourhoods.map(\.id)).count == city.neighbourhoods.count)
    #expect(city.neighbourhoods.map(\.id).contains(city.centre))
  }

  @Test func `identifiers are lower-case words with hyphens`() throws {
    let city = try City.bundled()
    let ids =
      try Chef.bundled().map(\.id.rawValue) + city.neighbourhoods.map(\.id.rawValue)
      + city.cuisines.map(\.rawValue)
    for id in ids {
      #expect(id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "'\(id)'")
    }
  }

  @Test func `each chef cooks, for a fee, in a neighbourhood of the city`() throws {
    let city = try City.bundled()
    for chef in try Chef.bundled() {
      let home = try #require(city.neighbourhoods.first { $0.name == chef.neighbourhood })
      #expect(chef.kitchen.distance(to: home.coordinates) < Distance(metres: 500), "\(chef.id)")
      #expect(chef.fee.currency == .eur && (100...1_500).contains(chef.fee.minorUnits))
      #expect(!chef.cuisines.isEmpty && !chef.skills.isEmpty)
      #expect(chef.skills.allSatisfy { $0 == $0.lowercased() && !$0.isEmpty })
      #expect(Weekday.allCases.contains { !chef.hours.hours(on: $0).isEmpty }, "\(chef.id)")
    }
  }

  @Test func `the city's cuisines are those that its chefs cook`() throws {
    let cooked = Set(try Chef.bundled().flatMap(\.cuisines).map(\.rawValue)).sorted()
    #expect(try City.bundled().cuisines.map(\.rawValue) == cooked)
  }

  @Test func `everywhere and at every hour there are four chefs to ask`() throws {
    let chefs = try Chef.bundled()
    for place in try City.bundled().neighbourhoods {
      let inReach = chefs.filter { $0.kitchen.distance(to: place.coordinates) <= $0.reach }
      for weekday in Weekday.allCases {
        for hour in 0..<24 {
          let time = Sample.time(weekday, hour)
          let open = inReach.count { $0.hours.contains(time) }
          #expect(open >= 4, "\(place.name) on \(weekday) at \(time)")
        }
      }
    }
  }

  @Test func `the same request ranks the same chefs on every machine`() throws {
    let harbour = try #require(
      try City.bundled().neighbourhoods.first { $0.id.rawValue == "old-harbour" }
    )
    let ranking = ChefRanking(
      of: try Chef.bundled(),
      for: [Sample.greenCurry],
      to: harbour.coordinates,
      at: Sample.evening
    )
    let best = ranking.chefs.prefix(3).map {
      "\($0.score.total) \($0.chef.id.rawValue): \($0.score.explanation)"
    }
    #expect(
      best == [
        "947 mai-srisai: 4.9 stars, cooks Thai, known for curry, 300 m away",
        "931 anong-boonmee: 4.8 stars, cooks Thai, known for curry, 800 m away",
        "893 ploy-wattana: 4.8 stars, cooks Thai, known for curry, 2.6 km away",
      ]
    )
  }
}

@Suite(.timeLimit(.minutes(1))) struct SimulatedAnswersTests {
  @Test func `the same offer always gets the same answer`() async throws {
    let first = try await states(of: 0..<40)
    #expect(try await states(of: 0..<40) == first)
  }

  @Test func `most accept, some decline, a few do not answer, and each answer is stored`()
    async throws
  {
    var (accepted, silent) = (0, 0)
    var reasons: [String] = []
    for state in try await states(of: 0..<200) {
      switch state {
      case .accepted(let instant):
        accepted += 1
        #expect(instant == Sample.now)
      case .declined(let reason): reasons.append(reason)
      case .open: silent += 1
      case .withdrawn: Issue.record("a kitchen withdraws nothing")
      }
    }
    #expect((130...170).contains(accepted))
    #expect((20...55).contains(reasons.count))
    #expect((4...25).contains(silent))
    #expect(Set(reasons).count == 5)
  }

  /// What is stored after each order was offered.
  private func states(of orders: Range<Int>) async throws -> [OfferState] {
    let store = OfferStore.inMemory()
    let answers = SimulatedAnswers(store: store, now: { Sample.now })
    var states: [OfferState] = []
    for order in orders {
      let record = try await store.put(Sample.offer(to: "mai-srisai", for: "order-\(order)"))
      // A silent chef shows once the task is cancelled: the others answer without waiting.
      let task = Task { try await answers.answer(to: record) }
      task.cancel()
      _ = try? await task.value
      states.append(try #require(try await store.latestOffer(forOrder: "order-\(order)")).state)
    }
    return states
  }
}
