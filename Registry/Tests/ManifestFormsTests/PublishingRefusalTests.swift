import Base
import Git
import ManifestEditor
import ManifestForms
import Testing

@Suite struct PublishingRefusalTests {
  private static let twoPaths =
    #"dependencies: [.package(path: "../FlowKit"), .package(path: "../Payments")]"#

  @Test func `a path to something that is no component is refused`() {
    expect(
      package(#"dependencies: [.package(path: "../Elsewhere")]"#),
      .unknownComponent,
      "Package.swift:4:52: path '../Elsewhere' points to 'Components/Elsewhere', which is not a"
        + " component"
    )
  }

  @Test func `a path out of the repository is refused`() {
    expect(
      package(#"dependencies: [.package(path: "../../../Elsewhere")]"#),
      .outsideRepository,
      "Package.swift:4:52: path '../../../Elsewhere' points outside the repository, "
        + "seen from 'Components/Here'"
    )
  }

  @Test func `a tools version without registry dependencies is refused`() {
    expect(
      package(#"dependencies: [.package(path: "../FlowKit")]"#, tools: "5.6"),
      .toolsVersionTooOld,
      "Package.swift:4:52: tools version '5.6' has no registry dependencies, expected 5.7 or later"
    )
  }

  @Test func `a product that the component does not have is refused`() {
    expect(
      package(
        """
        dependencies: [.package(path: "../FlowKit")],
        targets: [.target(name: "A", dependencies: [.product(name: "Flow", package: "FlowKit")])]
        """
      ),
      .unknownProduct,
      "Package.swift:5:77: 'Flow' is not a product of 'FlowKit', expected 'FlowKit', 'FlowTesting'"
    )
  }

  @Test func `a name that two packages answer to is refused`() {
    expect(
      package(
        """
        dependencies: [
          .package(path: "../FlowKit"), .package(url: "https://example.com/flowkit", from: "1.0.0")
        ],
        targets: [.target(name: "A", dependencies: ["FlowKit"])]
        """
      ),
      .ambiguousReference,
      "Package.swift:7:45: 'FlowKit' names more than one package dependency"
    )
  }

  @Test func `a product of two components is refused where only its name is given`() throws {
    let source = package(
      """
      \(Self.twoPaths),
      targets: [.target(name: "A", dependencies: ["Shared"])]
      """
    )
    let component = {
      PublishedComponent(name: $0, requirement: #"from: "1.0.0""#, products: ["Shared"])
    }
    let error = #expect(throws: OperationError.self) {
      try read(source).publishedForm(
        scope: "cookr",
        components: [
          "Components/FlowKit": component("FlowKit"), "Components/Payments": component("Payments"),
        ]
      )
    }
    #expect(error?.message == "'Shared' is a product of 'FlowKit' and 'Payments'")
  }

  @Test(
    arguments: [
      "package: name", "package: \"Flow\\(kit)\"", "package: isLocal ? \"FlowKit\" : \"Log\"",
    ]
  )
  func `a reference that is computed is refused`(argument: String) {
    let error = #expect(throws: OperationError.self) {
      try read(
        package(
          """
          dependencies: [.package(path: "../FlowKit")],
          targets: [.target(name: "A", dependencies: [.product(name: "FlowKit", \(argument))])]
          """
        )
      ).publishedForm(scope: "cookr", components: neighbours)
    }
    #expect(error?.code == .tooDynamic)
    #expect(error?.place?.position?.line == 5)
  }

  @Test(
    arguments: [
      // Of a type that only the compiler could tell.
      "typealias All = [Target.Dependency]\nlet all: All = [\"FlowKit\"]",
      "let all = [Target.Dependency.target(name: \"Here\"), \"FlowKit\"]",
      "let all: [String: [Target.Dependency]] = [\"Here\": [\"FlowKit\"]]",
      "let one = Target.Dependency(stringLiteral: \"FlowKit\")",
      "let one: Target.Dependency = if isLocal { \"FlowKit\" } else { \"Here\" }",
      "let all = names.map { _ -> Target.Dependency in \"FlowKit\" }",
      "let all = common + [\"FlowKit\"]",
      "all.append(\"FlowKit\")",
      "let one = make(\"FlowKit\")",
      "let here: Module = .init(uses: [\"FlowKit\"])",
      "enum Module { case target([Target.Dependency]) }\nlet here = Module.target([\"FlowKit\"])",
    ]
  )
  func `a name that may be a dependency is refused rather than missed`(before: String) {
    let error = #expect(throws: OperationError.self) {
      try read(package(#"dependencies: [.package(path: "../FlowKit")]"#, before: before))
        .publishedForm(scope: "cookr", components: neighbours)
    }
    #expect(error?.code == .tooDynamic)
    #expect(error?.message == "cannot tell whether 'FlowKit' means the component 'FlowKit'")
    #expect(
      error?.help == "write '.product(name: \"FlowKit\", package: \"…\")' in its place"
    )
  }

  @Test(
    arguments: [
      "let all = [\"FlowKit\"].map(Target.Dependency.byName(name:condition:))",
      "let all = zip(names, packages).map(Target.Dependency.product)",
      "let all = names.map { Target.Dependency.byName(name: $0) }",
    ]
  )
  func `dependencies made of computed names are refused`(before: String) {
    let error = #expect(throws: OperationError.self) {
      try read(package(#"dependencies: [.package(path: "../FlowKit")]"#, before: before))
        .publishedForm(scope: "cookr", components: neighbours)
    }
    #expect(error?.message == "name in a target dependency is computed")
  }

  @Test func `helpers of the manifest's own are understood by their types`() throws {
    let source = package(
      """
      dependencies: [.package(path: "../FlowKit")],
      targets: [.feature("Here", uses: ["FlowKit"]), .target(name: "A", dependencies: ["FlowKit"])]
      """,
      before: """
        extension Target {
          static func feature(_ name: String, uses: [Target.Dependency]) -> Target {
            .target(name: "Feature", dependencies: uses)
          }
        }
        """
    )

    let edits = try read(source).publishedForm(scope: "cookr", components: neighbours)

    #expect(
      edits.map(\.replacement) == [
        #"id: "cookr.FlowKit", from: "1.2.0""#,
        ".product(name: ", #", package: "cookr.FlowKit")"#,
        ".product(name: ", #", package: "cookr.FlowKit")"#,
      ]
    )
  }

  @Test(
    arguments: [
      "let name = \"FlowKit\"", "let names = [\"FlowKit\", \"Here\"]",
      "let names: Set<String> = [\"FlowKit\"]", "for name in [\"FlowKit\"] { print(name) }",
      "func path(_ name: String) {}\npath(\"FlowKit\")", "if name == \"FlowKit\" {}",
      "func name() -> String { \"FlowKit\" }", "let name = \"FlowKit\".lowercased()",
      "// \"FlowKit\"", "let text = \"\\(\"FlowKit\")\"",
      "let setting: [SwiftSetting] = [.define(\"FlowKit\")]",
    ]
  )
  func `a plain string of the same text is left alone`(before: String) throws {
    let source = package(#"dependencies: [.package(path: "../FlowKit")]"#, before: before)

    let edits = try read(source).publishedForm(scope: "cookr", components: neighbours)

    #expect(edits.map(\.replacement) == [#"id: "cookr.FlowKit", from: "1.2.0""#])
  }

  @Test func `a name is not taken for a component's while the package's own are computed`() {
    expect(
      package(
        """
        dependencies: [.package(path: "../FlowKit")],
        targets: names.map { .target(name: $0, dependencies: ["FlowKit"]) }
        """
      ),
      .tooDynamic,
      "Package.swift:5:55: cannot tell whether 'FlowKit' means the component 'FlowKit', "
        + "since the name of the target at 5:30 is computed"
    )
  }

  @Test(
    arguments: [
      ("from:", "published form cannot be read: syntax error"),
      (
        #"from: "1.0.0"), .package(id: "a.b", from: "1.0.0""#,
        "published form does not read back as what it was made of"
      ),
    ]
  )
  func `a requirement that is not one is refused before it is recorded`(
    requirement: String,
    message: String
  ) {
    let error = #expect(throws: OperationError.self) {
      try read(package(#"dependencies: [.package(path: "../FlowKit")]"#)).verifyPublishedForm(
        scope: "cookr",
        components: [
          "Components/FlowKit": PublishedComponent(
            name: "FlowKit",
            requirement: requirement,
            products: nil
          )
        ]
      )
    }
    #expect(error?.code == .invalidEdits)
    #expect(error?.message == message)
  }

  private func expect(_ source: String, _ code: OperationError.Code, _ line: String) {
    let error = #expect(throws: OperationError.self) {
      try read(source).publishedForm(scope: "cookr", components: neighbours)
    }
    #expect(error?.code == code)
    #expect(error?.description.split(separator: "\n").first == line[...])
  }
}
