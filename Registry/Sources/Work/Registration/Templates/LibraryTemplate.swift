/// A library with one target and its tests.
enum LibraryTemplate {
  static let files = [
    "Package.swift": #"""
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "__NAME__",
      products: [
        .library(name: "__MODULE__", targets: ["__MODULE__"])
      ],
      targets: [
        .target(name: "__MODULE__"),
        .testTarget(name: "__MODULE__Tests", dependencies: ["__MODULE__"]),
      ]
    )

    """#,
    "README.md": """
    # __NAME__

    What the component is for, in a sentence or two.

    Tests: `swift test` in this folder.

    """,
    "Sources/__MODULE__/Greeting.swift": #"""
    /// A greeting, in place of what the component is for.
    public struct Greeting: Hashable, Sendable {
      /// The words to show.
      public let text: String

      /// Greets a person by name.
      public init(to name: String) {
        text = "Hello, \(name)"
      }
    }

    """#,
    "Tests/__MODULE__Tests/GreetingTests.swift": #"""
    import Testing
    import __MODULE__

    struct GreetingTests {
      @Test func `a greeting has the name in it`() {
        #expect(Greeting(to: "Ada").text == "Hello, Ada")
      }
    }

    """#,
  ]
}
