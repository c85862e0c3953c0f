import APICompatibility
import Testing

/// Public headers of C modules, compared as text.
struct HeaderTests {
  @Test(arguments: [
    ("int f(int);", "/* new */\nint  f(int)\n;", []),
    ("int f(int);", "// int f(int);\n", ["- 'int f(int)'"]),
    ("int f(int);", "int f(long);", ["- 'int f(int)'", "+ 'int f(long)'"]),
    ("int f(int);", "int f(int); int g(void);", ["+ 'int g(void)'"]),
    ("#define A 1\n", "#define A 2\n", ["- '#define A 1'", "+ '#define A 2'"]),
    ("#include <a.h>\n#if X\nint f(int);\n#endif\n", "int f(int);", []),
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
}
