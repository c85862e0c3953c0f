import Git

/// Code behind a manifest that replaces dependencies when the manifest is run, where they are computed
/// and no text could be edited.
///
/// Package and targets are classes that are read after the last statement of a manifest, so that
/// nothing of the author's code is touched. Strings have no escapes: mirrors replace identities in them.
struct AppendedCode {
  /// A dependency that takes the place of another.
  struct Replacement: Hashable {
    /// What targets call the package, in lower case.
    let names: Set<String>
    /// The first arguments of `.package(…)`, as Swift.
    let arguments: String
    /// What targets are to call the package.
    let package: String
  }

  /// Why it is there, for readers of the manifest.
  let comment: String
  /// What has the package.
  let variable: String
  let toolsVersion: ToolsVersion
  /// Whether dependencies by path are replaced as well as those by URL.
  let replacesPaths: Bool
  let replacements: [Replacement]
  /// The packages of products that targets name alone.
  var products: [String: String] = [:]

  /// `Package.Dependency.kind` came with it.
  static let oldestToolsVersion = ToolsVersion(5, 6)
  /// Traits came with it.
  private static let traitsToolsVersion = ToolsVersion(6, 1)

  /// The edit that adds it to a manifest.
  func edit(of bytes: [UInt8]) -> SourceEdit {
    let start = bytes.last == UInt8(ascii: "\n") ? "\n" : "\n\n"
    return SourceEdit(inserting: start + text, at: bytes.count)
  }

  private var text: String {
    """
    // \(comment)
    do {
      func packageName(_ given: String?, _ location: String) -> String {
        let last = location.split(separator: "/").last { $0 != "." } ?? ""
        return (given ?? String(last.hasSuffix(".git") ? last.dropLast(4) : last)).lowercased()
      }
      func newName(_ name: String?) -> String? {
        switch (name ?? "").lowercased() {
    \(cases { $0.package.quoted })
        default: return name
        }
      }
      \(variable).dependencies = \(variable).dependencies.map { dependency in
        let name: String
        switch dependency.kind {
    \(kinds)
        default: return dependency
        }
        switch name {
    \(cases { ".package(\($0.arguments)\(traits))" })
        default: return dependency
        }
      }
      for target in \(variable).targets {
        target.dependencies = target.dependencies.map { dependency in
          switch dependency {
          case .productItem(let product, let name, let aliases, let condition):
            return .productItem(
              name: product, package: newName(name), moduleAliases: aliases, condition: condition)
    \(products.sorted { $0.key < $1.key }.map(byName).joined())\
          default: return dependency
          }
        }
        target.plugins = target.plugins?.map { usage in
          guard case .plugin(let product, let name) = usage else { return usage }
          return .plugin(name: product, package: newName(name))
        }
      }
    }

    """
  }

  private func cases(_ value: (Replacement) -> String) -> String {
    replacements.map { replacement in
      let names = replacement.names.sorted().map(\.quoted).joined(separator: ", ")
      return "    case \(names): return \(value(replacement))"
    }.joined(separator: "\n")
  }

  private var kinds: String {
    let path = "    case .fileSystem(let given, let path): name = packageName(given, path)\n"
    return (replacesPaths ? path : "")
      + "    case .sourceControl(let given, let url, _): name = packageName(given, url)"
  }

  private var traits: String {
    toolsVersion < Self.traitsToolsVersion ? "" : ", traits: dependency.traits"
  }

  private func byName(_ product: String, _ package: String) -> String {
    """
          case .byNameItem(\(product.quoted), let condition):
            return .productItem(
              name: \(product.quoted), package: \(package.quoted), moduleAliases: nil,
              condition: condition)

    """
  }
}

extension String {
  fileprivate var quoted: String { "\"\(self)\"" }
}
