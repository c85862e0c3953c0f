import SemverRules
import Testing

/// Public headers of C modules, compared as text.
struct HeaderTests {
  @Test(arguments: [
    ("int f(int);", "/* new */\nint  f(int)\n;", []),
    ("int f(int); int g(int);", "// int f(int);\nint g(int);\n", ["- 'int f(int)'"]),
    ("int f(int);", "int f(long);", ["- 'int f(int)'", "+ 'int f(long)'"]),
    ("int f(int);", "int f(int); int g(void);", ["+ 'int g(void)'"]),
    ("#define A 1\n", "#define A 2\n", ["- '#define A 1'", "+ '#define A 2'"]),
    ("#if X\nint f(int);\n#endif\n", "int f(int);", []),
    ("int f(int);", "#if X\nint f(int);\n#endif\n", ["- 'int f(int)'"]),
    ("int f(int);", "#ifdef X\n#else\nint f(int);\n#endif\n", ["- 'int f(int)'"]),
    ("int f(int);", "#ifndef KIT_H\n#define KIT_H\nint f(int);\n#endif", ["+ '#define KIT_H'"]),
    ("#ifndef H\n#define H 1\nint f(int);\n#endif", "int f(int);\n#define H 1", []),
    ("int f(int);\n#define H 1", "#ifndef H\n#define H 1\nint f(int);\n#endif", []),
    ("int f(int);", "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(int);", []),
    ("int f(const char *name, size_t n);", "int f(const char* text , size_t);", []),
    (
      "void f(int (*done)(int x), struct s *p, int a[3]);",
      "void f(int (*)(int x), struct s*, int[3]);", []
    ),
    ("int f(struct s);", "int f(struct t);", ["- 'int f(struct s)'", "+ 'int f(struct t)'"]),
    (
      "int f(unsigned n);", "int f(unsigned long);",
      [
        "- 'int f(unsigned n)'", "+ 'int f(unsigned long)'",
      ]
    ),
    (
      "static inline int f(int x) { return x; }", "static inline int f(int x) { return x + 1; }", []
    ),
    ("extern \"C\" {\nint f(int);\n}\n", "int f(int);", []),
    (
      "struct s { int a; };", "struct s { int a; int b; };",
      ["- 'struct s { int a; }'", "+ 'struct s { int a; int b; }'"]
    ),
    ("#define F(x) \\\n  g(x)\n", "#define F(x) g(x)\n", []),
  ])
  func `declarations and macros are compared without comments and bodies`(
    old: String,
    new: String,
    expected: [String]
  ) {
    let changes = InterfaceDifference(ofHeadersFrom: old, to: new, module: "CKit").changes
    let lines = changes.map { "\($0.level == .breaking ? "-" : "+") '\($0.declaration)'" }
    #expect(lines == expected)
  }

  private static func headers(_ files: [(String, String)]) -> String {
    files.map { InterfaceDifference.header($1, named: $0) }.joined(separator: "\n")
  }

  @Test(arguments: [
    (
      [("kit.h", "#include <stdint.h>\nint f(void);")], [("kit.h", "int f(void);")],
      ["'kit.h' no longer includes 'stdint.h' [c-include-removed]"]
    ),
    (
      [("kit.h", "#include \"a.h\""), ("a.h", "#include <stdint.h>")],
      [("kit.h", "#include \"a.h\"\n#include <stdint.h>"), ("a.h", "#include <stdint.h>")], []
    ),
    (
      [("kit.h", "#include \"a.h\""), ("a.h", "#include <stdint.h>")],
      [("kit.h", "#include <stdint.h>"), ("a.h", "#include <stdint.h>")],
      ["'kit.h' no longer includes 'a.h' [c-include-removed]"]
    ),
    (
      [("kit.h", ""), ("a.h", "")], [("kit.h", "")],
      [
        "'a.h' is no longer a public header [c-include-removed]"
      ]
    ),
    (
      [("module.modulemap", "module Kit { header \"kit.h\"\n  module More { header \"m.h\" }\n}")],
      [
        (
          "module.modulemap",
          "module Kit { header \"kit.h\"\n  explicit module More { header \"m.h\" }\n}"
        )
      ],
      [
        "'module More { header \"m.h\" }' is no longer in the module map [c-module-map-changed]"
      ]
    ),
  ])
  func `comparing headers reports removed includes and changes of the module map`(
    old: [(String, String)],
    new: [(String, String)],
    expected: [String]
  ) {
    let difference = InterfaceDifference(
      ofHeadersFrom: Self.headers(old),
      to: Self.headers(new),
      module: "CKit"
    )
    #expect(difference.changes.map(\.line) == expected)
  }

  @Test func `comparing headers of a module that is only named compares its types alone`() {
    let difference = InterfaceDifference(
      ofHeadersFrom: "struct s { int a; };\nint f(int);",
      to: "struct s { long a; };\nint g(int);",
      module: "CKit",
      onlyTypes: true
    )
    #expect(difference.breakages.map(\.declaration) == ["struct s { int a; }"])
  }

  @Test(arguments: [(true, []), (false, ["'int f(int)' is below '#if defined(__swift__)' now"])])
  func `a condition that Swift meets concerns those who include the header`(
    onlySwift: Bool,
    expected: [String]
  ) {
    let difference = InterfaceDifference(
      ofHeadersFrom: "int f(int);",
      to: "#if defined(__swift__)\nint f(int);\n#endif",
      module: "CKit",
      onlySwift: onlySwift
    )
    #expect(difference.breakages.map(\.words) == expected)
  }

  private static let macros = """
    #define STORE(name) typedef struct { int value; } name;
    #define DEFINE(name) STORE(name) int prepare_##name(int);
    #define LENGTH(x) ((int)(x))
    """

  @Test(arguments: [
    ("DEFINE(word)\nint f(int);", "#if X\nDEFINE(word)\n#endif\nint f(int);", ["DEFINE(word)"]),
    ("DEFINE(word)\nDEFINE(pair)\nint f(int);", "DEFINE(pair)\nint f(int);", ["DEFINE(word)"]),
    ("DEFINE(word)\nint f(int);", "DEFINE(word)\nint f(int); int g(int);", []),
  ])
  func `a macro that stands for declarations is compared apart from what follows`(
    old: String,
    new: String,
    expected: [String]
  ) {
    let difference = InterfaceDifference(
      ofHeadersFrom: "\(Self.macros)\n\(old)",
      to: "\(Self.macros)\n\(new)",
      module: "CKit"
    )
    #expect(difference.breakages.map(\.declaration) == expected)
  }

  @Test(arguments: [
    ("public struct word {\npublic init()\n}", "public struct word {\npublic init()\n}", true),
    (
      "public struct word {\npublic init()\n}",
      "public struct word {\npublic init()\npublic var value: Swift.Int32\n}", true
    ),
    ("public struct word {\npublic init()\n}", "public typealias word = Swift.Int32", false),
    ("public struct word {\npublic var value: Swift.Int32\n}", "public struct word {\n}", false),
  ])
  func `another macro is compatible where Swift imports the same types and gets no more`(
    old: String,
    new: String,
    isSame: Bool
  ) {
    let difference = InterfaceDifference(
      ofHeadersFrom: "\(Self.macros)\nDEFINE(word)\n",
      to: "\(Self.macros)\n#if X\nDEFINE(word)\n#else\nSTORE(word)\n#endif",
      module: "CKit",
      onlyTypes: true,
      imported: (ModuleInterface(text: old, of: "CKit"), ModuleInterface(text: new, of: "CKit"))
    )
    #expect(difference.breakages.map(\.declaration) == (isSame ? [] : ["DEFINE(word)"]))
  }

  @Test(arguments: [
    ("struct s { int a; };", "struct s { int b; };", []),
    ("#if X\nstruct s { int a; };\n#endif", "struct s { int b; };", ["struct s { int a; }"]),
    ("struct s { int a; };", "#if X\nstruct s { int a; };\n#endif", ["struct s { int a; }"]),
  ])
  func `a type of a module that is only named has another text where all systems import it`(
    old: String,
    new: String,
    expected: [String]
  ) {
    let imported = ModuleInterface(text: "public struct s {\npublic init()\n}", of: "CKit")
    let difference = InterfaceDifference(
      ofHeadersFrom: old,
      to: new,
      module: "CKit",
      onlyTypes: true,
      imported: (imported, imported)
    )
    #expect(difference.breakages.map(\.declaration) == expected)
  }

  @Test func `a macro that declares no type does not concern clients that only get values`() {
    let macros = "#define CALL(name) int call_##name(int);\n\(Self.macros)\n"
    let difference = InterfaceDifference(
      ofHeadersFrom: "\(macros)CALL(a)\nDEFINE(word)\n",
      to: macros,
      module: "CKit",
      onlyTypes: true
    )
    #expect(difference.breakages.map(\.declaration) == ["DEFINE(word)"])
  }
}
