/// One page of an edge of the Graph API.
///
/// https://developers.facebook.com/docs/graph-api/results
struct GraphPage<Node: Decodable>: Decodable {
  /// May be empty although further pages follow.
  let data: [Node]
  private let paging: Paging?

  /// Where the next page begins; nil on the last.
  ///
  /// The API says with `next` whether there is one. The address in it is not followed: the token
  /// goes nowhere but where the settings say.
  var nextCursor: String? {
    paging?.next == nil ? nil : paging?.cursors?.after
  }

  private struct Paging: Decodable {
    let cursors: Cursors?
    let next: String?
  }

  private struct Cursors: Decodable {
    let after: String?
  }
}

/// What the Graph API answers where it refuses.
///
/// Its message is left alone: it may quote the token.
/// https://developers.facebook.com/docs/graph-api/guides/error-handling
struct GraphRefusal: Decodable {
  private let error: Body

  private struct Body: Decodable {
    let code: Int
  }

  /// The refusal in words.
  var words: String {
    switch error.code {
    case 102, 190: "Facebook does not accept the access token"
    case 4, 17, 32, 613: "Facebook was asked too often"
    case 10, 200...299: "the access token lacks a permission"
    default: "Facebook answered with error \(error.code)"
    }
  }
}
