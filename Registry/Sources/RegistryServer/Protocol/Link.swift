/// One value of the Link header (RFC 8288).
struct Link {
  let target: String
  let relation: String
  var attributes: [(name: String, value: String)] = []

  var text: String {
    let rest = attributes.map { "; \($0.name)=\"\($0.value)\"" }.joined()
    return "<\(target)>; rel=\"\(relation)\"\(rest)"
  }
}

extension [Link] {
  var header: String { map(\.text).joined(separator: ", ") }
}
