/// An object of JSON as `--json` prints it; members without a value are left out.
///
/// Documentation/reference describes the documents of each command. Within a schema number they only
/// gain members; one that changes or goes raises it.
package struct Document: Encodable, Sendable, ExpressibleByDictionaryLiteral {
  private struct Member: Encodable, Sendable {
    let value: any Encodable & Sendable

    /// Encodes by way of a container, which knows how the encoder writes dates.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  private let members: [String: Member]

  package init(dictionaryLiteral members: (String, (any Encodable & Sendable)?)...) {
    self.members = Dictionary(
      uniqueKeysWithValues: members.compactMap { name, value in
        value.map { (name, Member(value: $0)) }
      }
    )
  }

  package func encode(to encoder: any Encoder) throws {
    try members.encode(to: encoder)
  }
}
