internal import SwiftParser
internal import SwiftSyntax

/// The modules that a source file imports under all conditions.
public enum SourceImports {
  /// The names of the modules, in the order of the text; those in `#if` are left out.
  public static func all(in text: String) -> [String] {
    Parser.parse(source: text).statements.compactMap { item in
      item.item.as(ImportDeclSyntax.self)?.path.first?.name.text
    }
  }
}
