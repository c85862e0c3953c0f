/// A vendor's repository that knows nothing of a registry: packages in two folders, with names that
/// begin alike, and path dependencies of most on five others.
struct VendorMonorepo {
  private static let start = 1_600_000_000
  /// How many packages the first folder has, on which all others depend.
  private static let shared = 10
  private static let dependencies = 5

  let packages: Int
  /// Of each package, its manifest and readme with it.
  let files: Int

  func write(to stream: ImportStream) throws {
    let parts = (0..<packages).map(contents)
    try stream.commit(
      "Add the packages",
      at: Self.start,
      [("LICENSE", Array("Do as you like.\n".utf8))] + parts.flatMap(\.self)
    )
    try stream.commit(
      "feat: add a value",
      at: Self.start + 60,
      [("\(path(packages - 1))/Sources/\(module(packages - 1))/New.swift", source(0))]
    )
  }

  private func contents(_ number: Int) -> [(path: String, content: [UInt8])] {
    let folder = path(number)
    let sources = (0..<max(1, files - 3)).map { file in
      ("\(folder)/Sources/\(module(number))/File\(file).swift", source(number * files + file))
    }
    return sources + [
      ("\(folder)/Package.swift", Array(manifest(number).utf8)),
      ("\(folder)/README.md", Array("# \(module(number))\n".utf8)),
      (
        "\(folder)/Tests/\(module(number))Tests/Test.swift",
        Array("import \(module(number))\n".utf8)
      ),
    ]
  }

  /// `part-12`, `part-12-v1` and `part-12_beta` are three packages.
  private func name(_ number: Int) -> String {
    "part-\(number / 3)" + ["", "-v1", "_beta"][number % 3]
  }

  private func module(_ number: Int) -> String { "Part\(number)" }

  private func path(_ number: Int) -> String {
    number < Self.shared ? "packages/\(name(number))" : "generated/\(name(number))"
  }

  private func manifest(_ number: Int) -> String {
    let needed = (0..<Self.dependencies).map { (number * 7 + $0 * 3) % max(1, number) }
    let used = number < Self.shared ? [] : Set(needed.map { $0 % packages }).sorted()
    let paths = used.map { "    .package(path: \"../../\(path($0))\"),\n" }
    let products = used.map {
      "        .product(name: \"\(module($0))\", package: \"\(name($0))\"),\n"
    }
    return """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "\(name(number))",
        products: [.library(name: "\(module(number))", targets: ["\(module(number))"])],
        dependencies: [
      \(paths.joined())  ],
        targets: [
          .target(
            name: "\(module(number))",
            dependencies: [
      \(products.joined())      ]
          ),
          .testTarget(name: "\(module(number))Tests", dependencies: ["\(module(number))"]),
        ]
      )

      """
  }

  /// Some thirty lines.
  private func source(_ number: Int) -> [UInt8] {
    let values = (0..<30).map { "  public static let value\($0) = \(number * 31 + $0)\n" }
    return Array(
      "/// Made for a benchmark.\npublic enum Number\(number) {\n\(values.joined())}\n".utf8
    )
  }
}
