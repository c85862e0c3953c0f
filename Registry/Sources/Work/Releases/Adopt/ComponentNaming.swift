import Base
import Content
import Git
import ManifestEditor
import ManifestForms
import Model
import Versions

/// Chooses valid names for components and apps.
struct ComponentNaming {
  let source: AdoptionOptions.NameSource

  /// As many names as a message has place for.
  private static let mostGroups = 5

  /// The names of packages by their paths: those of their folders, or the ones in their manifests.
  ///
  /// Where folders have one name, the names of the folders above go in front, as many as it takes.
  ///
  /// - Parameter listed: The names that others have already.
  func names(
    of packages: [SurveyedPackage],
    besides listed: [ComponentName]
  ) throws -> [TreePath: ComponentName] {
    var depths = Dictionary(uniqueKeysWithValues: packages.map { ($0.path, 1) })
    while true {
      var names: [TreePath: ComponentName] = [:]
      for package in packages {
        names[package.path] = try name(of: package, depth: depths[package.path] ?? 1)
      }
      let keys = names.values.map(\.collisionKey) + listed.map(\.collisionKey)
      let counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
      let clashing = names.filter { path, name in
        counts[name.collisionKey] != 1 && path.names.count > depths[path] ?? 1
      }
      guard source == .folder, !clashing.isEmpty else { return names }
      for path in clashing.keys { depths[path, default: 1] += 1 }
    }
  }

  /// - Parameter depth: How many folders a name of folders has.
  private func name(of package: SurveyedPackage, depth: Int) throws -> ComponentName {
    let folder = package.path.names.suffix(depth).joined(separator: "-")
    let text =
      switch source {
      case .folder: folder
      case .package: package.manifest?.name ?? folder
      case .path: package.path.names.joined(separator: "-")
      }
    guard let name = try? ComponentName(Self.cleaned(text)),
      TreeNameRules.device(named: name.text) == nil
    else {
      throw OperationError(
        .invalidPath,
        "no component name can be made of '\(text)', the \(source.rawValue) name of '\(package.path)'",
        help: "leave it out with '--exclude \(package.path)', or rename the folder"
      )
    }
    return name
  }

  /// The name of the package at the root, which no other component may have.
  ///
  /// - Parameter texts: The preferred one first.
  /// - Returns: `nil` if no valid name can be made of them.
  static func root(_ texts: [String], besides taken: Set<String>) -> ComponentName? {
    let names = texts.map(cleaned)
    for text in names + names.map({ "\($0)-root" }) {
      guard let name = try? ComponentName(text), TreeNameRules.device(named: text) == nil,
        !taken.contains(name.collisionKey)
      else { continue }
      return name
    }
    return nil
  }

  /// Throws if two packages would have the same name.
  func check(_ named: [(name: ComponentName, path: TreePath)]) throws(OperationError) {
    let groups = Dictionary(grouping: named, by: \.name.collisionKey).values
      .filter { $0.count > 1 }.map { $0.sorted { $0.path < $1.path } }
      .sorted { $0[0].name < $1[0].name }
    guard !groups.isEmpty else { return }
    let sentences = groups.prefix(Self.mostGroups).map { group in
      let paths = group.map { "'\($0.path)'" }.joined(separator: " and ")
      return "the packages \(paths) have the same name '\(group[0].name)'"
    }
    let more =
      groups.count > Self.mostGroups
      ? ["and so on, for \(groups.count - Self.mostGroups) more names"] : []
    let left = groups.flatMap { $0.dropFirst() }.map { " --exclude \("/\($0.path)".shellQuoted)" }
    throw OperationError(
      .collision,
      (sentences + more).joined(separator: "; "),
      help: (source == .package
        ? "take the names of the folders with '--name-from folder'" : "rename a folder")
        + ", or list only the first of each: 'registry init\(left.joined())'"
    )
  }

  /// The name of an app, which is tagged like a component and must differ from all of them.
  static func app(_ text: String, besides taken: Set<String>) -> AppName? {
    let base = cleaned(text)
    let candidates = [base, "\(base)-app"] + (2...99).map { "\(base)-app-\($0)" }
    for candidate in candidates {
      guard let name = try? AppName(candidate), TreeNameRules.device(named: candidate) == nil,
        !taken.contains(name.collisionKey)
      else { continue }
      return name
    }
    return nil
  }

  /// The names of apps: where several have one, those of the folders above go in front, as many as it
  /// takes.
  static func distinct(_ apps: [(name: String, folder: TreePath)]) -> [String] {
    let groups = Dictionary(grouping: apps) { cleaned($0.name).lowercased() }
    return apps.map { app in
      let same = (groups[cleaned(app.name).lowercased()] ?? []).map(\.folder.names)
      let deepest = same.map(\.count).max() ?? 0
      let depth = (0...deepest).first { depth in
        Set(same.map { $0.suffix(depth).joined(separator: "-") }).count == same.count
      }
      return (app.folder.names.suffix(depth ?? deepest) + [Substring(app.name)])
        .joined(separator: "-")
    }
  }

  /// The letters, digits and single separators of a text.
  static func cleaned(_ text: String) -> String {
    var clean = ""
    for scalar in text.unicodeScalars {
      let isName = scalar.isASCII && (Character(scalar).isLetter || Character(scalar).isNumber)
      if isName {
        clean.unicodeScalars.append(scalar)
      } else if let last = clean.last, last != "-", last != "_" {
        clean += scalar == "_" ? "_" : "-"
      }
    }
    while clean.last == "-" || clean.last == "_" { clean.removeLast() }
    return clean
  }
}
