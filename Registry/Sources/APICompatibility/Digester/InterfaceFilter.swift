/// Removes the parts of the digester's output that would cause false findings.
struct InterfaceFilter {
  let modules: Set<String>

  /// Witnesses of conformances: whether they are written or synthesised makes no difference, and the
  /// conformance itself is in the text.
  private static let witnesses: [String: Set<String>] = [
    "Equatable": ["==(_:_:)"],
    "Hashable": ["hash(into:)", "hashValue"],
    "Encodable": ["encode(to:)"],
    "Decodable": ["init(from:)"],
  ]

  func filtered(_ value: SDKValue) -> SDKValue {
    guard case .object(var members) = value else { return value }
    let conformances = Set(members["conformances"]?.items.compactMap { $0["name"]?.text } ?? [])
    for key in ["ABIRoot"] where members[key] != nil {
      members[key] = members[key].map(filtered)
    }
    for key in ["children", "accessors"] {
      guard let items = members[key]?.items else { continue }
      members[key] = .array(
        items.filter { isPublic($0) && !isWitness($0, conformances) }.map(filtered)
      )
    }
    if let items = members["conformances"]?.items {
      let isOthers = members["isExternal"] == .bool(true)
      members["conformances"] = .array(
        items.filter { $0["name"]?.text != "SendableMetatype" && (!isOthers || isOurs($0)) }
      )
      if isOthers { members = members.filter { !Self.detailsOfOthers.contains($0.key) } }
    }
    return .object(members)
  }

  /// What a type of another package is like is that package's concern.
  private static let detailsOfOthers: Set = ["declAttributes", "genericSig", "superclassUsr"]

  private func isPublic(_ node: SDKValue) -> Bool {
    // What is `package` is called internal here.
    if node["isInternal"] == .bool(true) { return false }
    if node["spi_group_names"]?.items.isEmpty == false { return false }
    if node["kind"]?.text == "Import" {
      return node["declAttributes"]?.items.contains(.string("Exported")) ?? false
    }
    return true
  }

  private func isWitness(_ node: SDKValue, _ conformances: Set<String>) -> Bool {
    guard let name = node["printedName"]?.text else { return false }
    if name.hasPrefix("__derived_") { return true }
    guard Self.witnesses.contains(where: { conformances.contains($0) && $1.contains(name) })
    else { return false }
    // Of all that are called `==`, only the one between two of a kind is.
    let types = (node["children"]?.items ?? []).dropFirst().map { $0["printedName"]?.text }
    return name != "==(_:_:)" || (types.count == 2 && types.first == types.last)
  }

  private func isOurs(_ conformance: SDKValue) -> Bool {
    guard let module = conformance["usr"]?.text.flatMap(DeclarationName.module) else {
      return false
    }
    return modules.contains(module)
  }
}
