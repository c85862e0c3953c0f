import Base
import Git

extension PackageManifestFile {
  /// Adds an element to the dependencies of the package.
  func dependencyEdits(
    _ element: String,
    _ isRemoved: (RewritingSites.Span) -> Bool
  ) throws(OperationError) -> [SourceEdit] {
    let arguments = sites.packageArguments
    if let list = arguments.dependencies {
      guard let last = list.elements.last(where: { !isRemoved($0.span) }) else {
        let lines = list.elements.first.flatMap { indentation(of: $0.span.offset) }
        let text = lines.map { "\n\($0)\(element)," } ?? element
        return [SourceEdit(inserting: text, at: list.start)]
      }
      guard let indentation = indentation(of: last.span.offset) else {
        return [SourceEdit(inserting: ", \(element)", at: last.span.end)]
      }
      let (end, line) = (endOfLine(from: last.span.end), "\n\(indentation)\(element),")
      if last.hasComma { return [SourceEdit(inserting: line, at: end)] }
      return last.span.end == end
        ? [SourceEdit(inserting: "," + line, at: end)]
        : [SourceEdit(inserting: ",", at: last.span.end), SourceEdit(inserting: line, at: end)]
    }
    if !arguments.hasDependencies, let targets = arguments.targets {
      // Further ones are lines of their own.
      let list = indentation(of: targets).map { "[\n\($0)  \(element),\n\($0)],\n\($0)" }
      return [SourceEdit(inserting: "dependencies: " + (list ?? "[\(element)], "), at: targets)]
    }
    guard let packageVariable else {
      throw OperationError(
        .tooDynamic,
        "the package has no list of dependencies that another one could be added to",
        at: packagePosition,
        help: "write 'let package = Package(…)' with 'dependencies: […]'"
      ).located(in: fileName)
    }
    let start = bytes.last == UInt8(ascii: "\n") ? "\n" : "\n\n"
    let text = "\(start)\(packageVariable).dependencies.append(\(element))\n"
    return [SourceEdit(inserting: text, at: bytes.count)]
  }

  /// The spaces before what starts its line; `nil` if something else is before it.
  private func indentation(of offset: Int) -> String? {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let spaces = bytes[..<offset].reversed().prefix(while: isSpace)
    let start = offset - spaces.count
    guard start == 0 || bytes[start - 1] == UInt8(ascii: "\n") else { return nil }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private func endOfLine(from offset: Int) -> Int {
    let end = bytes[offset...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return end ?? bytes.count
  }
}
