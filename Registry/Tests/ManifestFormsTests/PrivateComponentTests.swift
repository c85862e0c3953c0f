import Base
import Git
import ManifestEditor
import ManifestForms
import Testing

/// What a published form has of components that are never released.
@Suite struct PrivateComponentTests {
  private static let dependency = #"dependencies: [.package(path: "../TestHelpers")]"#

  private func published(_ source: String) throws -> String {
    let manifest = try read(source)
    let edits = try manifest.publishedForm(scope: "cookr", components: neighbours)
    return String(decoding: try edits.applied(to: Array(source.utf8)), as: UTF8.self)
  }

  @Test func `a dependency that no target uses is left out`() throws {
    #expect(try published(package(Self.dependency)) == package("dependencies: []"))
  }

  @Test func `old tools are enough where nothing is left to require`() throws {
    #expect(
      try published(package(Self.dependency, tools: "5.3"))
        == package("dependencies: []", tools: "5.3")
    )
  }

  @Test(arguments: [
    #".target(name: "A", dependencies: ["TestHelpers"])"#,
    #".executableTarget(name: "A", dependencies: [.product(name: "Fakes", package: "TestHelpers")])"#,
    #".target(name: "A", plugins: [.plugin(name: "Fakes", package: "TestHelpers")])"#,
  ])
  func `a product that needs one is refused`(target: String) {
    let error = #expect(throws: OperationError.self) {
      try published(
        package(
          """
          products: [.library(name: "A", targets: ["A"])], \(Self.dependency),
          targets: [\(target)]
          """
        )
      )
    }
    #expect(error?.code == .privateComponent)
    #expect(error?.place?.position?.line == 5)
    #expect(
      error?.message == "the target 'A' needs 'TestHelpers', which is private and never released"
    )
    #expect(error?.help?.contains("only test targets depend on it") == true)
  }

  @Test func `a target that a product has through others is refused as well`() {
    let error = #expect(throws: OperationError.self) {
      try published(
        package(
          """
          products: [.library(name: "A", targets: ["A"])], \(Self.dependency),
          targets: [
            .target(name: "A", dependencies: ["B"]),
            .target(name: "B", dependencies: ["TestHelpers"]),
          ]
          """
        )
      )
    }
    #expect(error?.code == .privateComponent)
    #expect(error?.message.contains("target 'B'") == true)
  }

  @Test(arguments: [
    (
      #"dependencies: [Package.Dependency](arrayLiteral: .package(path: "../TestHelpers"))"#,
      "the dependency on 'TestHelpers', which is private, cannot be left out"
    ),
    (
      """
      \(dependency),
      targets: tests + [last]
      )
      let last: Target = .testTarget(name: "T", dependencies: ["TestHelpers"]
      """,
      "the target 'T', which needs a private component, cannot be left out"
    ),
    (
      """
      \(dependency),
      targets: [.testTarget(name: "T", dependencies: made())]
      )
      func made() -> [Target.Dependency] { return ["TestHelpers"] }
      let last = (0
      """,
      "cannot tell which targets need 'TestHelpers', which is private"
    ),
  ])
  func `the published form refuses private dependencies that cannot be left out`(
    arguments: String,
    message: String
  ) {
    let error = #expect(throws: OperationError.self) { try published(package(arguments)) }
    #expect(error?.code == .tooDynamic)
    #expect(error?.message.hasPrefix(message) == true, "\(String(describing: error))")
  }

  @Test func `checking the published form finds the faults of all private dependencies at once`()
    throws
  {
    let manifest = try read(
      package(
        """
        products: [.library(name: "A", targets: ["A", "B"])], \(Self.dependency),
        targets: [
          .target(name: "A", dependencies: ["TestHelpers"]),
          .target(name: "B", dependencies: ["Fakes"]),
        ]
        """
      )
    )
    let faults = manifest.publishedFormFaults(scope: "cookr", components: neighbours)
    #expect(faults.map(\.place?.position?.line) == [6, 7])
  }
}
