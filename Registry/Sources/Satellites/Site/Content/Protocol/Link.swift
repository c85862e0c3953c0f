/// One value of the Link header (RFC 8288).
package struct Link {
  package let target: String
  package let relation: String
  package var attributes: [(name: String, value: String)] = []

  package init(
    target: String,
    relation: String,
    attributes: [(name: String, value: String)] = []
  ) {
    (self.target, self.relation, self.attributes) = (target, relation, attributes)
  }

  var text: String {
    let rest = attributes.map { "; \($0.name)=\"\($0.value)\"" }.joined()
    return "<\(target)>; rel=\"\(relation)\"\(rest)"
  }
}

extension [Link] {
  package var header: String { map(\.text).joined(separator: ", ") }
}
