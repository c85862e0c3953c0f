/// A component with a flow and a preview of it, for a repository that has a component `FlowKit`.
enum FlowTemplate {
  static let files = [
    "Package.swift": #"""
    // swift-tools-version: 6.2
    import PackageDescription

    let settings: [SwiftSetting] = [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ]

    let package = Package(
      name: "__NAME__",
      platforms: [.macOS(.v15)],
      products: [
        .library(name: "__MODULE__", targets: ["__MODULE__"]),
        .executable(name: "__MODULE__Preview", targets: ["__MODULE__Preview"]),
      ],
      dependencies: [
        .package(path: "__PATH_TO_FlowKit__")
      ],
      targets: [
        .target(
          name: "__MODULE__",
          dependencies: [
            .product(name: "FlowKit", package: "FlowKit")
          ],
          swiftSettings: settings
        ),
        .executableTarget(
          name: "__MODULE__Preview",
          dependencies: [
            "__MODULE__",
            .product(name: "FlowConsole", package: "FlowKit"),
            .product(name: "FlowKit", package: "FlowKit"),
          ],
          swiftSettings: settings
        ),
        .testTarget(
          name: "__MODULE__Tests",
          dependencies: [
            "__MODULE__",
            .product(name: "FlowKit", package: "FlowKit"),
            .product(name: "FlowTesting", package: "FlowKit"),
          ],
          swiftSettings: settings
        ),
      ],
      swiftLanguageModes: [.v6]
    )

    """#,
    "README.md": """
    # __NAME__

    What the flow is for, in a sentence or two.

    In this folder, `swift run __MODULE__Preview` runs the flow alone, `swift test` its tests.

    """,
    "Sources/__MODULE__/GreetingFlow.swift": #"""
    public import FlowKit

    /// Asks for a name and completes with a greeting; in place of what the flow is for.
    public struct GreetingFlow: SequentialFlow, LinkedFlow {
      /// The first word of the greeting.
      public typealias Parameters = String

      /// The whole greeting.
      public typealias Output = String

      public static let linkName = "greet"
      public static let linkExamples = ["greet/Hello"]

      /// Makes a flow that can be started any number of times.
      public init() {}

      /// Reads the first word of the greeting.
      public func parameters(for link: FlowLink) throws -> String {
        try link.expect(pathCount: 1...1, queryNames: [])
        return link.path[0]
      }

      /// Runs the flow once.
      public func run(_ greeting: String, on presenter: any Presenter) async throws -> String {
        guard !greeting.isEmpty else {
          throw FlowFailure(.invalidParameters, "the greeting is empty")
        }
        let name = try await presenter.ask(.text("name", "Your name?"))
        return "\(greeting), \(name)"
      }
    }

    """#,
    "Sources/__MODULE__Preview/__MODULE__Preview.swift": """
    import FlowConsole
    import FlowKit
    import __MODULE__

    /// Runs the flow alone; a link such as `greet/Welcome` takes the place of the example.
    @main
    struct __MODULE__Preview {
      static func main() async {
        await Preview("greet/Hello") { GreetingFlow() }.run()
      }
    }

    """,
    "Tests/preview.json": """
    {
      "lines": [
        "Ada"
      ],
      "ending": "Hello, Ada"
    }

    """,
    "Tests/__MODULE__Tests/GreetingFlowTests.swift": #"""
    import FlowKit
    import FlowTesting
    import Testing
    import __MODULE__

    struct GreetingFlowTests {
      private let contract = FlowContract(
        parameters: "Hello",
        answers: [ScriptedAnswer("name", .text("Ada"))],
        badParameters: [""],
        makeFlow: { GreetingFlow() }
      )

      @Test(.timeLimit(.minutes(1)), arguments: FlowRule.allCases)
      func `the greeting keeps the contract of flows`(rule: FlowRule) async throws {
        try await contract.verify(rule)
      }
    }

    """#,
  ]
}
