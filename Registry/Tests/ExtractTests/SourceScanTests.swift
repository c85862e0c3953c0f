import Git
@testable import Extract
import Testing

struct SourceScanTests {
  private func scan(_ text: String) throws -> SourceScan {
    try SourceScan(of: [(file: TreePath(unchecked: "Menu.swift"), bytes: Array(text.utf8))])
  }

  @Test func `imports are found, whatever stands before or behind them`() throws {
    let scan = try scan(
      """
      // import Comment
      /* import Block /* import Inner */ import Outer */
      import Menu
      @testable import Orders
      public import struct Kitchen.Pot
      @_spi(Tests) import Cellar; import class Table.Chair
      let text = "import Text \\("import Nested \\(1)") import End"
      let raw = #"import "Raw" \\("#
      let long = \"""
        import Long "quoted" \\(menu("x"))
        \"""
      let pattern = /"/
      import Last
      foo.import(x)
      """
    )
    #expect(scan.imports == ["Menu", "Orders", "Kitchen", "Cellar", "Table", "Last"])
  }

  @Test func `scanning leaves out modules that are imported only if they exist`() throws {
    let scan = try scan(
      """
      #if canImport(UIKit) && os(iOS)
        import UIKit
        import Menu
      #elseif canImport(AppKit)
        import AppKit
      #else
        import Terminal
      #endif
      import Orders
      """
    )
    #expect(scan.imports == ["Menu", "Terminal", "Orders"])
  }

  @Test func `names with package access are found with their lines, but for members of such types`()
    throws
  {
    let scan = try scan(
      """
      package struct Menu {
        package let soups: [String]
        public package(set) var count = 1
        package static func make(package: Int) -> Menu { .init(package: 1) }
        private(set) package var price = 1
      }
      public struct Order {
        package init() {}
        nonisolated(unsafe) package var total = 0
        var own = package.self
      }
      package extension Order {
        func pay() { let inner = 1 }
      }
      @MainActor package final class Kitchen {}
      package protocol Cook {
        func bake()
      }
      package extension Cook {
        func serve() {}
      }
      package import Cellar
      """
    )
    #expect(
      scan.packageNames.mapValues(\.line) == [
        "Menu": 1, "Order": 8, "total": 9, "pay": 13, "Kitchen": 15, "Cook": 16, "serve": 20,
      ]
    )
    #expect(scan.imports == ["Cellar"])
  }

  @Test(arguments: [
    "\"", "\"\"\"", "#\"", "\"\\(", "/*", "#if canImport(", "}", "`", "package", "\\",
  ])
  func `text that ends early is read to its end`(text: String) throws {
    #expect(try scan("import Menu\n" + text).imports == ["Menu"])
  }
}
