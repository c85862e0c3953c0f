extension ExtractionRefusalTests {
  static let cases: [Case] = [
    Case(
      "an unknown target",
      error: """
        error: the package in '.' has no target 'menu'
        help: did you mean 'Menu'?
        """
    ) { $0.arguments = ["menu", "--package", "."] },
    Case(
      "a test",
      error: """
        error: 'MenuTests' is a test target, which moves with the target that it tests
        """
    ) {
      $0.arguments = ["MenuTests", "--package", "."]
      $0.targets += ", .testTarget(name: \"MenuTests\", dependencies: [\"Menu\"])"
      $0.files["Tests/MenuTests/MenuTests.swift"] = "import Menu\n"
    },
    Case(
      "a manifest for certain versions of Swift",
      error: """
        error: 'Package.swift' is not the only manifest of the package: 'Package@swift-6.0.swift' lists the \
        targets for some versions of Swift, and would not be changed
        help: delete it if 'Package.swift' is enough for the versions of Swift that you build with, or merge \
        what differs into 'Package.swift' with '#if compiler(…)', and commit that
        """
    ) {
      $0.files["Package@swift-6.0.swift"] = "// swift-tools-version: 6.0\n"
    },
    Case(
      "a folder that two targets share",
      error: """
        error: the targets 'Menu' and 'Soups' share the folder 'Sources/Menu'
        help: give each a folder of its own first, and commit that
        """
    ) {
      $0.targets = """
        .target(name: "Menu", exclude: ["Soups"]), .target(name: "Soups", path: "Sources/Menu/Soups")
        """
      $0.files["Sources/Menu/Soups/Soup.swift"] = ""
    },
    Case(
      "a path out of the package",
      error: """
        error: the path '../Menu' of the target 'Menu' leads out of its package
        help: move its files into the package first, and commit that
        """
    ) { $0.targets = ".target(name: \"Menu\", path: \"../Menu\"), .target(name: \"Soups\")" },
    Case(
      "a product with targets that stay",
      error: """
        error: Package.swift:7: the product 'Dinner' has 'Menu' and targets that stay: 'Soups'
        help: let them go together, or give each a product of its own first
        """
    ) { $0.products = ".library(name: \"Dinner\", targets: [\"Menu\", \"Soups\"])" },
    Case(
      "a product that a function makes",
      error: """
        error: Package.swift:13:28: the product 'Menu' is not written out in a list: something else in the \
        manifest makes it
        help: write it once, as an element of a list such as 'products: […]'
        """
    ) {
      $0.products = "dinner()"
      $0.code = "func dinner() -> Product { .library(name: \"Menu\", targets: [\"Menu\"]) }"
    },
    Case(
      "a target that a function makes",
      error: """
        error: Package.swift:14:32: the target 'Menu' is not written out in a list: something else in the\
         manifest makes it
        help: write it once, as an element of a list such as 'targets: […]'
        """
    ) {
      $0.products = ""
      $0.targets = ".target(name: \"Soups\")"
      $0.code = """
        func feature(_ name: String) -> Target { .target(name: name) }
        package.targets.append(feature("Menu"))
        """
    },
    Case(
      "names with package access that others use",
      error: """
        error: Sources/Menu/Menu.swift:2: 'Soups' uses what 'Menu' declares with 'package' access,\
         which ends at the border of a package: 'dishes'
        help: make it 'public', or let them go together: '--together NAME'
        """
    ) {
      $0.targets = ".target(name: \"Menu\"), .target(name: \"Soups\", dependencies: [\"Menu\"])"
      $0.files["Sources/Menu/Menu.swift"] = "\npackage let dishes = [\"soup\"]\n"
      $0.files["Sources/Soups/Soups.swift"] = "import Menu\n\nlet soup = dishes[0]\n"
    },
    Case(
      "packages that would depend on each other",
      error: """
        error: the packages would depend on each other: 'Menu' → 'Soups' → 'Menu'
        help: remove an import, or let them go together: '--together NAME'
        """
    ) {
      $0.targets = ".target(name: \"Menu\"), .target(name: \"Soups\", dependencies: [\"Menu\"])"
      $0.files["Sources/Menu/Menu.swift"] = "import Soups\n"
    },
    Case(
      "an import that nothing declares",
      error: """
        error: Package.swift:10: 'Soups' imports 'Menu', which it does not depend on, directly or\
         through others
        help: add "Menu" to the dependencies of 'Soups' first
        """
    ) { $0.files["Sources/Soups/Soups.swift"] = "@testable import Menu\n" },
    Case(
      "a name that a dependency has",
      error: """
        error: the new package 'Menu' would have the name of the package in 'Other/menu'
        help: name it differently: '--together NAME'
        """
    ) {
      $0.files["Other/menu/Package.swift"] = Sandbox.manifest(
        "menu",
        "  targets: [.target(name: \"Dish\")]"
      )
      $0.files["Other/menu/Sources/Dish/Dish.swift"] = ""
    },
    Case(
      "a name that a component has",
      error: """
        error: Menu: component name 'menu' collides with 'Menu'
        help: names must differ in more than case, or '-' against '_'
        """
    ) {
      $0.components = ["menu": "Dinner"]
      $0.files["Dinner/Package.swift"] = Sandbox.manifest("dinner", "  targets: []")
    },
    Case(
      "a folder that exists",
      error: """
        error: 'Components/Menu' already exists
        help: name a folder that does not exist yet
        """
    ) { $0.files["Components/Menu/notes.txt"] = "soup\n" },
    Case(
      "a link out of the folder",
      error: """
        error: the symbolic link 'Sources/Menu/link.swift' leads out of the folder of 'Menu'
        help: put the file that it names in its place, and commit that
        """
    ) { $0.files["Sources/Menu/link.swift"] = "-> ../Soups/Soups.swift" },
    Case(
      "uncommitted changes",
      error: """
        error: 'Sources/Menu/Menu.swift' has uncommitted changes
        help: commit or undo them first: the extraction moves or rewrites these files
        """
    ) { $0.uncommitted["Sources/Menu/Menu.swift"] = "let changed = 1\n" },
    Case(
      "an ignored file that would be committed",
      error: """
        error: git ignores 'Sources/Menu/Secrets.swift', and would not ignore it at its new place\
         'Components/Menu/Sources/Menu/Secrets.swift', where it could be committed by mistake
        help: add '/Components/Menu/Sources/Menu/Secrets.swift' to '.gitignore', and commit that
        """
    ) {
      $0.files[".gitignore"] = "/Sources/*/Secrets.swift\n"
      $0.uncommitted["Sources/Menu/Secrets.swift"] = "let secret = 1\n"
    },
    Case(
      "attributes that would be lost",
      error: """
        error: 'Sources/Menu/Menu.swift' would lose or gain attributes of git at its new place\
         'Components/Menu/Sources/Menu/Menu.swift': 'eol: lf' would become none
        help: write the pattern in '.gitattributes' so that it matches both places, and commit that
        """
    ) { $0.files[".gitattributes"] = "/Sources/*/*.swift eol=lf\n" },
    Case(
      "settings that would change with what is left",
      error: """
        error: after the extraction, 'Package.swift' would not say the same as before: its targets\
         would differ
        help: something in the manifest computes this: write it out first
        """
    ) {
      $0.code = """
        package.targets[0].swiftSettings = [.define("FIRST")]
        """
    },
    Case(
      "a manifest that does not compile",
      error: """
        error: Package.swift: the toolchain cannot run the manifest: cannot find 'nowhere' in scope
        help: 'swift package dump-package' in the package's folder shows all of it
        """
    ) { $0.code = "package.name = nowhere" },
    Case(
      "a manifest that writes",
      error: """
        error: Package.swift: the manifest writes 'trace' when it is run, expected one that writes\
         nothing
        """
    ) {
      $0.code = """
        import Foundation
        try Data().write(to: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "trace"))
        """
    },
  ]
}
