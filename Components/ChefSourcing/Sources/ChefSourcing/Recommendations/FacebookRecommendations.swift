import FlowKit

/// Takes a friend's like of a chef's Page for a recommendation, read through the Graph API.
///
/// Facebook shows the friends who use the app too and let it read their likes (`user_friends`,
/// `user_likes`). A chef's Page has the chef's identifier as its username, with full stops where
/// the identifier has hyphens.
struct FacebookRecommendations: Sendable {
  private let client: GraphClient

  /// How many pages are read at most; likes beyond them are not looked at.
  private static let mostPages = 20
  private static let likes = "likes.limit(200){username}"

  /// Reads with the token of `settings`; each request takes `timeout` at most.
  init(_ settings: FacebookSettings, timeout: Duration) {
    client = GraphClient(settings, timeout: timeout)
  }

  /// How many friends recommend each chef; a chef without recommendations is not named.
  ///
  /// - Throws: a `FlowFailure` whose message says why they are not known, fit to be shown.
  @Sendable func friends() async throws -> [Chef.ID: Int] {
    var liked: [String: Set<Chef.ID>] = [:]
    var pending = [Edge.friends(after: nil)]
    for _ in 0..<Self.mostPages where !pending.isEmpty {
      switch pending.removeFirst() {
      case .friends(let cursor):
        let page: GraphPage<Friend> = try await client.page(
          of: "me/friends",
          [("fields", "id,\(Self.likes)"), ("limit", "25"), ("after", cursor)]
        )
        // Every friend comes before anybody's further likes.
        if let next = page.nextCursor { pending.insert(.friends(after: next), at: 0) }
        for friend in page.data {
          guard let likes = friend.likes, friend.hasProperID else { continue }
          liked[friend.id, default: []].formUnion(likes.data.compactMap(\.chef))
          if let next = likes.nextCursor { pending.append(.likes(of: friend.id, after: next)) }
        }
      case .likes(let friend, let cursor):
        let page: GraphPage<LikedPage> = try await client.page(
          of: "\(friend)/likes",
          [("fields", "username"), ("limit", "200"), ("after", cursor)]
        )
        liked[friend, default: []].formUnion(page.data.compactMap(\.chef))
        if let next = page.nextCursor { pending.append(.likes(of: friend, after: next)) }
      }
    }
    return liked.values.joined().reduce(into: [:]) { counts, chef in counts[chef, default: 0] += 1 }
  }

  /// What is still to be read, and from which cursor on.
  private enum Edge {
    case friends(after: String?)
    case likes(of: String, after: String)
  }
}

private struct Friend: Decodable {
  let id: String
  let likes: GraphPage<LikedPage>?

  /// Whether the identifier is digits, as all are: it becomes a part of an address.
  var hasProperID: Bool {
    !id.isEmpty && id.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

private struct LikedPage: Decodable {
  let username: String?

  /// The chef whose Page it would be; most Pages are of no chef.
  var chef: Chef.ID? {
    username.map { name in
      Chef.ID(rawValue: String(name.lowercased().map { $0 == "." ? "-" : $0 }))
    }
  }
}
