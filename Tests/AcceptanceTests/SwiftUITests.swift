#if !canImport(SwiftUI)
  import Foundation
  import ProgramTesting
  import Testing

  /// What is built for screens, type-checked where there are none, by hand-written declarations.
  @Suite(.freshHome, .timeLimit(.minutes(10)))
  struct SwiftUITests {
    @Test func `the views and their example agree with the declarations of SwiftUI`() async throws {
      let check = """
        cd '\(Repository.path("."))'
        modules='\(Home.current.folder)'
        built='\(BuiltProducts.folder)/Modules'
        swiftc -swift-version 6 -parse-as-library -emit-module -module-name SwiftUI \
        -o "$modules/SwiftUI.swiftmodule" Tests/SwiftUIStub/SwiftUI.swift
        swiftc -swift-version 6 -parse-as-library -emit-module -module-name FlowSwiftUI \
        -warnings-as-errors -enable-upcoming-feature ExistentialAny \
        -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -I "$modules" -I "$built" \
        -o "$modules/FlowSwiftUI.swiftmodule" Components/FlowSwiftUI/Sources/FlowSwiftUI/*.swift
        swiftc -swift-version 6 -parse-as-library -typecheck -module-name OrderMeal \
        -warnings-as-errors -I "$modules" -I "$built" Scaffold/OrderMeal.swiftpm/App.swift
        """
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let shell = Program("/bin/sh", in: Home.current.folder, environment: ["PATH": path])
      let run = try await shell.run(["-euc", check])
      #expect(run.status == 0, "\(run.error)")
    }
  }
#endif
