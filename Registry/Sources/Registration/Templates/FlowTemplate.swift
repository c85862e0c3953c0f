/// A component with a flow, for a repository that has a component `FlowKit`.
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
        .library(name: "__MODULE__", targets: ["__MODULE__"])
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

    Tests: `swift test` in this folder.

    """,
    "Sources/__MODULE__/GreetingFlow.swift": #"""
    public import FlowKit

    /// Asks for a name and completes with a greeting; in place of what the flow is for.
    public struct GreetingFlow: SequentialFlow {
      /// The first word of the greeting.
      public typealias Parameters = String

      /// The whole greeting.
      public typealias Output = String

      /// Makes a flow that can be started any number of times.
      public init() {}

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
