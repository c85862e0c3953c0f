extension PublicInterfaceChange {
  /// Of functions, properties and who may see them.
  static let functions: [PublicInterfaceChange] = [
    Self("Nothing", from: "public func f() {}", to: "public func f() { print(1) }"),
    Self("Removed", from: "public func f() {}", to: "", breakages: ["func %.f() was removed"]),
    Self("Added", from: "", to: "public func f() {}", additions: ["func %.f() was added"]),
    Self(
      "Renamed",
      from: "public func f(a: Int) {}",
      to: "public func f(b: Int) {}",
      breakages: ["func %.f(a:) was renamed to func f(b:)"]
    ),
    Self(
      "ArgumentAdded",
      from: "public func f(a: Int) {}",
      to: "public func f(a: Int, b: Int = 1) {}",
      breakages: ["func %.f(a:) was renamed to func f(a:b:)"]
    ),
    Self(
      "Returns",
      from: "public func f() -> Int { 1 }",
      to: "public func f() -> Int? { 1 }",
      breakages: ["func %.f() returns Int? in place of Int"]
    ),
    Self(
      "Takes",
      from: "public func f(_ a: Int) {}",
      to: "public func f(_ a: String) {}",
      breakages: ["func %.f(_:) takes String in place of Int as argument 1"]
    ),
    Self(
      "Overload",
      from: "public func f(_ a: Int) {}",
      to: "public func f(_ a: Int) {}\n public func f(_ a: String) {}",
      additions: ["func %.f(_:) was added"]
    ),
    Self(
      "DefaultGone",
      from: "public func f(a: Int = 1) {}",
      to: "public func f(a: Int) {}",
      breakages: ["func %.f(a:) no longer has a default for argument 1"]
    ),
    Self(
      "DefaultCome",
      from: "public func f(a: Int) {}",
      to: "public func f(a: Int = 1) {}",
      additions: ["func %.f(a:) has a default for argument 1 now"]
    ),
    Self(
      "Throwing",
      from: "public func f() {}",
      to: "public func f() throws {}",
      breakages: ["func %.f() is now throwing"]
    ),
    Self(
      "NotThrowing",
      from: "public func f() throws {}",
      to: "public func f() {}",
      additions: ["func %.f() no longer throws"]
    ),
    Self(
      "Async",
      from: "public func f() {}",
      to: "public func f() async {}",
      breakages: ["func %.f() is async now"]
    ),
    Self(
      "NotAsync",
      from: "public func f() async {}",
      to: "public func f() {}",
      additions: ["func %.f() is no longer async"]
    ),
    Self(
      "TypedThrows",
      from: "public struct E: Error {}\n public func f() throws {}",
      to: "public struct E: Error {}\n public func f() throws(E) {}",
      additions: ["func %.f() throws one type of error now"]
    ),
    Self(
      "AsyncArgument",
      from: "public func f(_ a: () -> Void) {}",
      to: "public func f(_ a: () async -> Void) {}",
      breakages: ["func %.f(_:) has a function type that differs in async"]
    ),
    Self(
      "SendableArgument",
      from: "public func f(_ a: @escaping () -> Void) {}",
      to: "public func f(_ a: @escaping @Sendable () -> Void) {}",
      breakages: ["func %.f(_:) has a @Sendable type now"]
    ),
    Self(
      "Deprecated",
      from: "public func f() {}",
      to: "@available(*, deprecated) public func f() {}",
      additions: ["func %.f() was deprecated"]
    ),
    Self(
      "Package",
      from: "package func f() {}",
      to: "package func g() {}"
    ),
    Self(
      "PackageSetter",
      from: "public struct S { public package(set) var a = 1 }",
      to: "public struct S { public private(set) var a = 1 }"
    ),
    Self(
      "Setter",
      from: "public struct S { public var a = 1 }",
      to: "public struct S { public private(set) var a = 1 }",
      breakages: ["%.S.a can no longer be set"]
    ),
    Self(
      "NewSetter",
      from: "public struct S { public private(set) var a = 1 }",
      to: "public struct S { public var a = 1 }",
      additions: ["%.S.a can be set now"]
    ),
    Self(
      "SystemInterface",
      from:
        "@_spi(Testing) public func f() {}\n @_spi(Testing) public struct S { public var a = 1 }",
      to: "@_spi(Testing) public func g() {}\n @_spi(Testing) public struct S { public var b = 1 }"
    ),
    Self(
      "MadeSystemInterface",
      from: "public func f() {}",
      to: "@_spi(Testing) public func f() {}",
      breakages: ["func %.f() was removed"]
    ),
    Self(
      "Generic",
      from: "public func f<T: Equatable>(_ t: T) {}",
      to: "public func f<T: Hashable>(_ t: T) {}",
      breakages: [
        "func %.f(_:) has generic signature change from <T where T : Equatable> to"
          + " <T where T : Hashable>"
      ]
    ),
  ]
}
