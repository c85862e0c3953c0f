extension PublicInterfaceChange {
  /// Of types and what they conform to.
  static let types: [PublicInterfaceChange] = [
    Self(
      "Case",
      from: "public enum E { case a }",
      to: "public enum E { case a, b }",
      breakages: ["case %.E.b was added, which every switch must handle"]
    ),
    Self(
      "Requirement",
      from: "}\n public protocol PRequirement { func a() }\n extension Requirement {",
      to: "}\n public protocol PRequirement { func a(); func b() }\n extension Requirement {",
      breakages: ["func PRequirement.b() was added as a protocol requirement"]
    ),
    Self(
      "RequirementWithDefault",
      from: """
        }
         public protocol PRequirementWithDefault {}
         extension RequirementWithDefault {
        """,
      to: """
        }
         public protocol PRequirementWithDefault { func b() }
         extension PRequirementWithDefault { public func b() {} }
         extension RequirementWithDefault {
        """,
      additions: ["func PRequirementWithDefault.b() was added"]
    ),
    Self(
      "ConformanceGone",
      from: "public struct S: Sendable, Equatable {}",
      to: "public struct S: Sendable {}",
      breakages: ["struct %.S no longer conforms to Equatable"]
    ),
    Self(
      "ConformanceCome",
      from: "public struct S {}",
      to: "public struct S: Sendable, Hashable {}",
      additions: [
        "struct %.S conforms to Equatable now", "struct %.S conforms to Hashable now",
        "struct %.S conforms to Sendable now",
      ]
    ),
    Self(
      "Witnesses",
      from: "public struct S: Hashable, Codable { public var a = 1 }",
      to: """
        public struct S: Hashable, Codable {
          public var a = 1
          public static func == (left: S, right: S) -> Bool { true }
          public func hash(into hasher: inout Hasher) {}
          public func encode(to encoder: any Encoder) throws {}
        }
        """
    ),
    Self(
      "Stored",
      from: "public struct S { public var a = 1 }",
      to: "public struct S { public var a: Int { get { 1 } set {} } }"
    ),
    Self(
      "Computed",
      from: "public static let a = 1",
      to: "public static var a: Int { 1 }"
    ),
    Self(
      "MethodGone",
      from: "public struct S { public func f() {} }",
      to: "public struct S {}\n public typealias T = Int",
      breakages: ["func %.S.f() was removed"],
      additions: ["typealias %.T was added"]
    ),
    Self(
      "Kind",
      from: "public struct S {}",
      to: "public final class S {}",
      breakages: ["struct %.S was changed to a Class"]
    ),
    Self(
      "Open",
      from: "open class C { public init() {} }",
      to: "public class C { public init() {} }",
      breakages: ["class %.C is no longer open for subclassing"]
    ),
    Self(
      "Opened",
      from: "public class C { public init() {} }",
      to: "open class C { public init() {} }",
      additions: ["class %.C is open for subclassing now"]
    ),
    Self(
      "Isolation",
      from: "public actor A { public func f() {} }",
      to: "public actor A { public nonisolated func f() {} }",
      additions: ["func %.A.f() is nonisolated now"]
    ),
  ]
}
