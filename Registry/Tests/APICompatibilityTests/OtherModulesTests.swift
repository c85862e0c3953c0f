import APICompatibility
import Testing

/// What a module takes from another package is that package's to answer for.
struct OtherModulesTests {
  private static let plate = "public struct Plate { public init() {}\n"

  private func difference(
    of sample: (old: String, new: String),
    beside other: (old: String, new: String)
  ) throws -> InterfaceDifference {
    try SampleModule.difference(
      from: [.init(name: "Other", code: other.old), .init(name: "Sample", code: sample.old)],
      to: [.init(name: "Other", code: other.new), .init(name: "Sample", code: sample.new)]
    )
  }

  @Test func `changes of a re-exported module and of its types are none of ours`() throws {
    let sample = """
      @_exported import Other
      public struct Table { public var plate: Plate }
      public func wash(_ plate: Plate) -> [Plate] { [plate] }
      extension Plate: CustomStringConvertible { public var description: String { "" } }
      """
    let difference = try difference(
      of: (sample, sample),
      beside: (
        Self.plate + "public func dry() {} }\npublic func stack() {}",
        Self.plate + "public var isClean = true }\npublic enum Glaze { case blue }"
      )
    )
    #expect(difference.changes.map(\.words) == [])
  }

  @Test func `what is added to another package's type is ours`() throws {
    let difference = try difference(
      of: (
        "public import Other\nextension Plate { public func dry() {} }",
        "public import Other\nextension Plate { public func wash() {} }"
      ),
      beside: (Self.plate + "}", Self.plate + "}")
    )
    #expect(difference.breakages.map(\.words) == ["func Plate.dry() was removed"])
    #expect(difference.additions.map(\.words) == ["func Plate.wash() was added"])
  }

  @Test func `a re-export that goes is a breakage, and one that comes an addition`() throws {
    let (plain, exported) = ("import Other\n", "@_exported import Other\n")
    let other = (Self.plate + "}", Self.plate + "}")
    let gone = try difference(of: (exported, plain), beside: other)
    #expect(gone.breakages.map(\.words) == ["import Other is no longer exported"])
    #expect(gone.additions.isEmpty)
    let come = try difference(of: (plain, exported), beside: other)
    #expect(come.breakages.isEmpty)
    #expect(come.additions.map(\.words) == ["import Other is exported now"])
  }
}
