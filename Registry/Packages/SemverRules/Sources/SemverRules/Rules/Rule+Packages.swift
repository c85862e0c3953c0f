extension Rule {
  /// The rules for manifests, modules and headers.
  public static let packages: [Rule] = [
    productRemoved, productAdded, moduleRemoved, moduleAdded, traitRemoved, traitAdded,
    defaultTraitRemoved, defaultTraitAdded, platformRaised, platformLowered, toolsVersionRaised,
    traitEnablesLess, dependencyRaised, pluginChanged, interoperabilityAdded, headerChanged,
    headerExtended, includeRemoved, moduleMapChanged,
  ]

  private static func manifest(_ parts: String) -> String {
    "let package = Package(name: \"Kit\", \(parts), targets: [.target(name: \"Kit\")])"
  }

  private static let library = "products: [.library(name: \"Kit\", targets: [\"Kit\"])]"
  private static let client = ".product(name: \"Kit\", package: \"Kit\")"

  public static let productRemoved = Rule(
    "product-removed",
    .breaking([.callers]),
    "A library, an executable or a plugin is no longer a product.",
    .packages("packagedescription/product"),
    before: manifest(
      "products: [.library(name: \"Kit\", targets: [\"Kit\"]), "
        + ".library(name: \"More\", targets: [\"Kit\"])]"
    ),
    after: manifest(library),
    client: ".product(name: \"More\", package: \"Kit\")",
    isOfPackage: true
  )
  public static let productAdded = Rule(
    "product-added",
    .additive,
    "There is a new product.",
    .packages("packagedescription/product"),
    before: manifest(library),
    after: manifest(
      "products: [.library(name: \"Kit\", targets: [\"Kit\"]), "
        + ".library(name: \"More\", targets: [\"Kit\"])]"
    ),
    client: client,
    isOfPackage: true
  )
  public static let moduleRemoved = Rule(
    "module-removed",
    .breaking([.callers]),
    "A module is no longer in a library, or in none any more.",
    .packages("packagedescription/target"),
    before: "products: [.library(name: \"Kit\", targets: [\"Kit\", \"Extra\"])]",
    after: library,
    client: "import Extra",
    isOfPackage: true
  )
  public static let moduleAdded = Rule(
    "module-added",
    .additive,
    "A library has one more module.",
    .packages("packagedescription/target"),
    before: library,
    after: "products: [.library(name: \"Kit\", targets: [\"Kit\", \"Extra\"])]",
    client: "import Kit",
    isOfPackage: true
  )
  public static let traitRemoved = Rule(
    "trait-removed",
    .breaking([.callers]),
    "A trait is gone: packages that enable it no longer resolve.",
    .evolution("0450-swiftpm-package-traits"),
    before: manifest("\(library), traits: [\"Sour\"]"),
    after: manifest(library),
    client: ".package(path: \"Kit\", traits: [\"Sour\"])",
    isOfPackage: true
  )
  public static let traitAdded = Rule(
    "trait-added",
    .additive,
    "There is a new trait.",
    .evolution("0450-swiftpm-package-traits"),
    before: manifest(library),
    after: manifest("\(library), traits: [\"Sour\"]"),
    client: ".package(path: \"Kit\")",
    isOfPackage: true
  )
  public static let defaultTraitRemoved = Rule(
    "default-trait-removed",
    .breaking([.callers]),
    "A trait is no longer on by default: what it brings is gone for packages that do not name it.",
    .evolution("0450-swiftpm-package-traits"),
    before: manifest("\(library), traits: [\"Sour\", .default(enabledTraits: [\"Sour\"])]"),
    after: manifest("\(library), traits: [\"Sour\"]"),
    client: ".package(path: \"Kit\")",
    isOfPackage: true
  )
  public static let defaultTraitAdded = Rule(
    "default-trait-added",
    .additive,
    "A trait is on by default.",
    .evolution("0450-swiftpm-package-traits"),
    before: manifest("\(library), traits: [\"Sour\"]"),
    after: manifest("\(library), traits: [\"Sour\", .default(enabledTraits: [\"Sour\"])]"),
    client: ".package(path: \"Kit\")",
    isOfPackage: true
  )
  public static let platformRaised = Rule(
    "platform-raised",
    .breaking([.callers]),
    "The package needs a newer system: a client for an older one is not built. Resolution does not "
      + "look at platforms, so it gets no older version instead.",
    .evolution("0236-package-manager-platform-deployment-settings"),
    before: manifest("platforms: [.iOS(.v15)], \(library)"),
    after: manifest("platforms: [.iOS(.v17)], \(library)"),
    client: "platforms: [.iOS(.v15)]",
    isOfPackage: true
  )
  public static let platformLowered = Rule(
    "platform-lowered",
    .additive,
    "The package can be built for older systems.",
    .evolution("0236-package-manager-platform-deployment-settings"),
    before: manifest("platforms: [.iOS(.v17)], \(library)"),
    after: manifest("platforms: [.iOS(.v15)], \(library)"),
    client: "platforms: [.iOS(.v17)]",
    isOfPackage: true
  )
  public static let toolsVersionRaised = Rule(
    "tools-version-raised",
    .additive,
    "The manifest needs a newer Swift. Resolution gives clients with an older one an older version.",
    .evolution("0152-package-manager-tools-version"),
    before: "// swift-tools-version: 6.0",
    after: "// swift-tools-version: 6.2",
    client: client,
    isOfPackage: true
  )
  public static let headerChanged = Rule(
    "c-declaration-changed",
    .breaking([.callers]),
    "A declaration or a macro in the public headers of a C module, or of a system library, is different "
      + "or gone, or below one more condition. Headers are compared as text without comments, spaces and "
      + "names of parameters; a macro that stands for declarations is one declaration. Where clients get "
      + "no more of a module than values of its types, the text may differ if the compiler imports the same "
      + "types into Swift.",
    .book("accesscontrol"),
    before: "int bake(int);",
    after: "int bake(long);",
    client: "bake(1)",
    isOfPackage: true
  )
  public static let headerExtended = Rule(
    "c-declaration-added",
    .additive,
    "There is a new declaration or macro in the public headers of a C module.",
    .book("accesscontrol"),
    before: "int bake(int);",
    after: "int bake(int); int cool(int);",
    client: "bake(1)",
    isOfPackage: true
  )
  public static let includeRemoved = Rule(
    "c-include-removed",
    .breaking([.callers]),
    "A public header of a C module is gone, or no longer includes another header, whose declarations "
      + "clients got with it.",
    .other("https://clang.llvm.org/docs/Modules.html"),
    before: "#include <stdint.h>\nint bake(void);",
    after: "int bake(void);",
    client: "uint8_t heat = 1;",
    isOfPackage: true
  )
  public static let moduleMapChanged = Rule(
    "c-module-map-changed",
    .breaking([.callers]),
    "A statement of a module map is gone or different: a header is no longer in the module, or a "
      + "submodule is explicit.",
    .other("https://clang.llvm.org/docs/Modules.html#module-map-language"),
    before: "module Kit { header \"kit.h\"\n  module More { header \"more.h\" } }",
    after: "module Kit { header \"kit.h\"\n  explicit module More { header \"more.h\" } }",
    client: "import Kit",
    isOfPackage: true
  )
  public static let traitEnablesLess = Rule(
    "trait-enables-less",
    .breaking([.callers]),
    "A trait no longer enables another one: what that brings is gone for packages that name the first.",
    .evolution("0450-swiftpm-package-traits"),
    before: manifest(
      "\(library), traits: [\"Salt\", .trait(name: \"Sour\", enabledTraits: [\"Salt\"])]"
    ),
    after: manifest("\(library), traits: [\"Salt\", .trait(name: \"Sour\")]"),
    client: ".package(path: \"Kit\", traits: [\"Sour\"])",
    isOfPackage: true
  )
  public static let dependencyRaised = Rule(
    "dependency-raised",
    .additive,
    "The package requires another major version of a dependency. Resolution gives clients that need "
      + "the former one an older version of the package; what public declarations name of the "
      + "dependency is compared by its names only.",
    .packages("packagedescription/package/dependency"),
    before: ".package(url: \"https://example.com/flour\", from: \"1.0.0\")",
    after: ".package(url: \"https://example.com/flour\", from: \"2.0.0\")",
    client: client,
    isOfPackage: true
  )
  public static let pluginChanged = Rule(
    "plugin-changed",
    .breaking([.callers]),
    "A plugin that is a product is of another kind, or a command has another verb.",
    .evolution("0332-swiftpm-command-plugins"),
    before:
      ".plugin(name: \"Bake\", capability: .command(intent: .custom(verb: \"bake\", description: \"\")))",
    after:
      ".plugin(name: \"Bake\", capability: .command(intent: .custom(verb: \"cook\", description: \"\")))",
    client: "swift package bake",
    isOfPackage: true
  )
  public static let interoperabilityAdded = Rule(
    "interoperability-added",
    .breaking([.callers]),
    "A module is compiled with C++ interoperability, which all that import it then need, too.",
    .other("https://www.swift.org/documentation/cxx-interop/project-build-setup"),
    before: ".target(name: \"Kit\")",
    after: ".target(name: \"Kit\", swiftSettings: [.interoperabilityMode(.Cxx)])",
    client: "import Kit",
    isOfPackage: true
  )
}
