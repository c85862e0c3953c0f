import SemverRules
import Testing

/// Packages of several modules, whose interfaces are as the compiler writes them.
struct SeveralModuleTests {
  private func lines(
    from old: [String: String],
    to new: [String: String],
    of modules: Set<String>
  ) -> [String] {
    let indexes = [old, new].map { state in
      InterfaceIndex(state.map { ModuleInterface(text: $0.value, of: $0.key) })
    }
    return InterfaceDifference(from: indexes[0], to: indexes[1], of: modules).changes.map(\.line)
  }

  private static let core = """
    public struct Loaf {
      public func bake(_ x: KitCore.Loaf) -> Swift.Int
    }
    public func cool()
    """

  @Test func `a removal in a re-exported module is a change of the module that re-exports it`() {
    let kit = "@_exported import KitCore\n"
    let changed = lines(
      from: ["Kit": kit, "KitCore": Self.core],
      to: ["Kit": kit, "KitCore": Self.core.replacing("public func cool()", with: "")],
      of: ["Kit"]
    )
    #expect(changed == ["func cool() was removed [declaration-removed]"])
  }

  @Test func `a new re-export adds all types of its module, and dropping it removes them`() {
    let core = """
      public struct Loaf : ~Swift.Copyable {
        public func weigh() -> Swift.Int
      }
      public enum Kind {
        case rye
      }
      public protocol Baker {
        func bake()
      }
      """
    let kit = "extension KitCore.Loaf {\n  public func slice() -> Swift.Int\n}\n"
    let exporting = "@_exported import KitCore\n\(kit)"
    #expect(
      lines(
        from: ["Kit": kit, "KitCore": core],
        to: ["Kit": exporting, "KitCore": core],
        of: ["Kit", "KitCore"]
      ) == [
        "protocol Baker was added [type-added]", "enum Kind was added [type-added]",
        "struct Loaf was added [type-added]",
      ]
    )
    #expect(
      lines(
        from: ["Kit": exporting, "KitCore": core],
        to: ["Kit": kit.replacing("slice", with: "cut"), "KitCore": core],
        of: ["Kit"]
      ) == [
        "func Loaf.slice() was removed [declaration-removed]",
        "protocol Baker was removed [type-removed]", "enum Kind was removed [type-removed]",
        "struct Loaf was removed [type-removed]", "func Loaf.cut() was added [declaration-added]",
      ]
    )
  }

  @Test func `an alias of a type in C that becomes a type has what was added to that`() {
    let added = """
      extension CKit.Word : Swift.Equatable {
        public var high: Swift.UInt { get }
        public static func == (a: CKit.Word, b: CKit.Word) -> Swift.Bool
      }
      extension CKit.Word {
        public struct Part {
          public static func of(_ word: Swift.Array<CKit.Word.Part>) -> CKit.Word
        }
      }
      """
    let texts = [
      "public typealias Word = CKit.Word\n\(added)",
      "public struct Word {\n}\n\(added.replacing("CKit.", with: "Kit."))",
    ]
    let indexes = texts.map {
      InterfaceIndex([ModuleInterface(text: $0, of: "Kit")], modulesInC: ["CKit"])
    }
    #expect(
      InterfaceDifference(from: indexes[0], to: indexes[1], of: ["Kit"]).changes.map(\.line)
        == ["typealias Word is a struct in place of a typealias [type-kind-changed]"]
    )
  }

  @Test(arguments: [
    (nil, ["- Word.first", "- Word.init(first:second:)"]),
    ("public var first: Swift.UInt", ["- Word.init(first:second:)"]),
    ("public var first: Swift.Int", ["- Word.first", "- Word.init(first:second:)"]),
    (
      "public init(first: Swift.UInt, second: Swift.UInt)\npublic var first: Swift.UInt\n"
        + "public var second: Swift.UInt", []
    ),
  ])
  func `a member that a type in C has itself from then on is not missing`(
    members: String?,
    expected: [String]
  ) {
    let added = """
      extension CKit.Word {
        public init(first: Swift.UInt, second: Swift.UInt)
        public var first: Swift.UInt { get set }
      }
      """
    let states = [(added, ""), ("", members ?? "")].map { text, members in
      InterfaceIndex(
        [ModuleInterface(text: "public typealias Word = CKit.Word\n\(text)", of: "Kit")],
        modulesInC: ["CKit"],
        imported: [
          ModuleInterface(text: "public struct Word {\npublic init()\n\(members)\n}", of: "CKit")
        ]
      )
    }
    let changes = InterfaceDifference(from: states[0], to: states[1], of: ["Kit"]).changes
    #expect(changes.filter { $0.level == .breaking }.map { "- \($0.declaration)" } == expected)
  }

  @Test func `moving declarations to a re-exported module changes nothing`() {
    let whole = Self.core.replacing("KitCore.", with: "Kit.")
    let parts = ["Kit": "@_exported import KitCore\n", "KitCore": Self.core]
    #expect(lines(from: ["Kit": whole], to: parts, of: ["Kit"]) == [])
  }

  @Test func `moving a declaration to a module that is not re-exported removes it`() {
    let changed = lines(
      from: ["Kit": "public func cool()\n", "Extra": ""],
      to: ["Kit": "", "Extra": "public func cool()\n"],
      of: ["Kit", "Extra"]
    )
    #expect(
      changed == [
        "func cool() was removed [declaration-removed]",
        "func cool() was added [declaration-added]",
      ]
    )
  }

  @Test func `the same name in another module hides no removal`() {
    let changed = lines(
      from: ["Kit": "public struct A {\n}\n", "Extra": "public struct B {\n}\n"],
      to: ["Kit": "public struct B {\n}\n", "Extra": "public struct B {\n}\n"],
      of: ["Kit", "Extra"]
    )
    #expect(
      changed == ["struct A was removed [type-removed]", "struct B was added [type-added]"]
    )
  }

  @Test(arguments: [
    // A protocol that a public one inherits from.
    (
      "public protocol Baker : Core.Worker {\n}\n", "public protocol Worker {\n}\n",
      "public protocol Worker {\n  func work()\n}\n",
      ["func Worker.work() was added as a protocol requirement [requirement-added]"]
    ),
    // A superclass of an open class.
    (
      "open class Oven : Core.Base {\n}\n", "open class Base {\n  open func go()\n}\n",
      "open class Base {\n  public func go()\n}\n",
      ["func Base.go() is no longer open [open-removed]"]
    ),
    (
      "public class Oven : Core.Base {\n}\n", "open class Base {\n  open func go()\n}\n",
      "open class Base {\n  public func go()\n}\n", []
    ),
    // What an alias stands for is named by clients.
    (
      "public typealias Oven = Core.Base\n", "open class Base {\n}\n", "public class Base {\n}\n",
      ["class Base is no longer open [open-removed]"]
    ),
    (
      "public typealias Baker = Core.Worker\n", "public protocol Worker {\n}\n",
      "public protocol Worker {\n  func work()\n}\n",
      ["func Worker.work() was added as a protocol requirement [requirement-added]"]
    ),
    (
      "public typealias Box = Core.Case\n", "public struct Case<T> {\n}\n",
      "public struct Case<Element> {\n}\n",
      [
        "struct Case has the parameters Element in place of T [type-parameter-renamed]"
      ]
    ),
    // The type of a result is used and not named.
    (
      "public func box() -> Core.Case<Swift.Int>\n", "public struct Case<T> {\n}\n",
      "public struct Case<Element> {\n}\n", []
    ),
    (
      "public func box() -> Core._Case\n",
      "public struct _Case {\n  public func open()\n  public func _close()\n}\n",
      "public struct _Case {\n}\n",
      ["func _Case.open() was removed [declaration-removed]"]
    ),
  ])
  func `types of a module that is no product count for those who are led to them`(
    kit: String,
    before: String,
    after: String,
    expected: [String]
  ) {
    let kit = "import Core\n\(kit)"
    let changed = lines(
      from: ["Kit": kit, "Core": before],
      to: ["Kit": kit, "Core": after],
      of: ["Kit"]
    )
    #expect(changed == expected)
  }

  @Test func `a re-export of another package counts, and what is in it does not`() {
    let (plain, exported) = ("import Other\n", "@_exported import Other\n")
    #expect(
      lines(from: ["Kit": exported], to: ["Kit": plain], of: ["Kit"])
        == ["import Other is no longer exported [reexport-removed]"]
    )
    #expect(
      lines(from: ["Kit": plain], to: ["Kit": exported], of: ["Kit"])
        == ["import Other is exported now [reexport-added]"]
    )
  }

  @Test func `the modules whose types occur are known`() {
    let text = """
      public import Menu
      import Swift
      import Unused
      public func cook(_ dish: Menu.Dish) -> Swift.Int
      """
    #expect(ModuleInterface(text: text, of: "Kitchen").usedModules == ["Kitchen", "Menu", "Swift"])
  }

  @Test func `reading an interface includes declarations below a compiler feature condition`() {
    let text = """
      #if compiler(>=5.3) && $AsyncExecutionBehaviorAttributes
      nonisolated(nonsending) public func cook() async
      #else
      public func fallback() async
      #endif
      """
    let declarations = ModuleInterface(text: text, of: "Kitchen").declarations
    #expect(declarations.map(\.words) == ["func cook()"])
    #expect(declarations.first?.isolation == .caller)
  }

  private static let shown = "import Core\npublic func bake(_ loaf: Core.Loaf) -> Core.Oven.Heat\n"

  private static let hidden = """
    public struct Loaf {
      public func cut(with tool: Core.Knife)
    }
    public struct Oven {
      public enum Heat : Swift.Hashable {
        case high
      }
      public func open()
    }
    public struct Knife {
      public let length: Swift.Int
    }
    public protocol Tool {
      func use()
    }
    extension Core.Knife : Core.Tool {
      public func use()
    }
    public func clean()
    """

  @Test(arguments: [
    (
      "  public func cut(with tool: Core.Knife)\n", "",
      ["func Loaf.cut(with:) was removed [declaration-removed]"]
    ),
    (
      "  case high\n", "  case high\n    case low\n",
      ["case Oven.Heat.low was added, which every switch must handle [case-added]"]
    ),
    (
      "length: Swift.Int", "length: Swift.Double",
      ["var Knife.length is Double in place of Int [property-type-changed]"]
    ),
    (
      " : Swift.Hashable", "",
      ["enum Oven.Heat no longer conforms to Hashable [conformance-removed]"]
    ),
    // What no signature names, what nobody can conform to, and what nobody can call.
    ("  public func open()\n", "", []),
    ("  func use()\n", "  func use()\n  func clean()\n", []),
    ("public func clean()", "", []),
  ])
  func `comparing a module includes parts of other modules that clients use without an import`(
    old: String,
    new: String,
    expected: [String]
  ) {
    let changed = lines(
      from: ["Kit": Self.shown, "Core": Self.hidden],
      to: ["Kit": Self.shown, "Core": Self.hidden.replacing(old, with: new)],
      of: ["Kit"]
    )
    #expect(changed == expected)
  }

  @Test func `the modules that such types name are used`() {
    let core = "import Other\n" + Self.hidden.replacing("Swift.Int", with: "Other.Unit")
    let interfaces = ["Kit": Self.shown, "Core": core].map {
      ModuleInterface(text: $0.value, of: $0.key)
    }
    #expect(
      InterfaceIndex(interfaces).usedModules(by: ["Kit"]) == ["Core", "Kit", "Other"]
    )
  }

  private static let inlinable = """
    import Swift
    #if compiler(>=5.3) && $Macros
    @inlinable public func knead() {
    rest()
    }
    #endif
    @usableFromInline
    internal struct Crumb {
      internal var size: Swift.Int
    }
    extension Kit.Loaf {
      @inlinable package func crumble() {}
    }
    @frozen public struct Loaf {
      @usableFromInline
      internal var _crumb: Kit.Crumb
      public private(set) var age: Swift.Int
      public var weight: Swift.Int {
        @inlinable get { return "}".count }
        @inlinable set { print("{ \\(newValue)") }
      }
      @inlinable public var half: Swift.Int { 1 }
      @inlinable public init(weight: Swift.Int = { 2 }()) {
        self.weight = weight
      }
    }
    extension Kit.Loaf : Swift.Sendable {}
    public func cool()
    """

  @Test func `a public excerpt of an interface has the same declarations as the whole text`() {
    let short = PublicExcerpt.of(Self.inlinable)
    #expect(!short.contains("rest") && !short.contains("print") && short.contains("{ 2 }()"))
    #expect(!short.contains("rumb") && short.split(separator: "\n").count == 15)
    let whole = ModuleInterface(text: Self.inlinable, of: "Kit")
    let excerpt = ModuleInterface(text: short, of: "Kit")
    #expect(excerpt.declarations == whole.declarations)
    #expect(excerpt.conformances == whole.conformances)
    #expect(excerpt.imports == whole.imports)
    #expect(whole.declarations.count == 7)
  }
}
