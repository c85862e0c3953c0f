import Base
import Git
import ManifestEditor
import Model

extension PackageChange {
  private static let settings = [
    "cLanguageStandard", "cxxLanguageStandard", "defaultLocalization", "platforms",
    "swiftLanguageVersions", "toolsVersion", "traits",
  ]

  /// Throws if the old manifest says anything else than before, but for what has left.
  func check(old new: PackageDump) throws(OperationError) {
    let path = package.folder.appending(.packageManifest)
    let all = unit.all
    let name = String(unit.folder.name)
    let staying = old.targets.filter { !all.contains($0["name"].text ?? "") }
      .map { $0.replacing(unit.targets, by: name) }
    try compare("its targets", staying, new.targets, of: path)
    let kept = old.products.filter { !movedProducts.contains($0["name"].text ?? "") }
    try compare("its products", kept, new.products, of: path)
    for key in Self.settings + ["name", "pkgConfig", "providers"] {
      try compare("'\(key)'", [old.json.only(key)], [new.json.only(key)], of: path)
    }
    let expected = old.dependencies.filter { dependency in
      dependency.folder.map { !handedOver.unneeded.contains($0) } ?? true
    }
    let kinds = Set(expected.map(\.normalized))
    let added = new.dependencies.filter { !kinds.contains($0.normalized) }
    guard added.map(\.folder) == (handedOver.isNeeded ? [unit.folder] : []) else {
      throw Self.differing("its dependencies", of: path)
    }
    try compare("its dependencies", expected + added, new.dependencies, of: path)
  }

  /// Throws if the new manifest says anything else of its targets than the old one did.
  func check(new: PackageDump) throws(OperationError) {
    let path = unit.folder.appending(.packageManifest)
    try compare("its targets", targets, new.targets, of: path)
    try compare("its products", products, new.products, of: path)
    for key in Self.settings {
      try compare("'\(key)'", [old.json.only(key)], [new.json.only(key)], of: path)
    }
    try compare("its dependencies", dependencies, new.dependencies, of: path)
  }

  private func compare(
    _ what: String,
    _ expected: [JSONValue],
    _ found: [JSONValue],
    of path: TreePath
  ) throws(OperationError) {
    let sorted = { (values: [JSONValue]) in values.map(\.normalized.compact).sorted() }
    if sorted(expected) != sorted(found) { throw Self.differing(what, of: path) }
  }

  private static func differing(_ what: String, of path: TreePath) -> OperationError {
    OperationError(
      .invalidPackage,
      "after the extraction, '\(path)' would not say the same as before: \(what) would differ",
      help: "something in the manifest computes this: write it out first"
    )
  }
}
