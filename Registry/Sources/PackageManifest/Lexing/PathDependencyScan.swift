package import Errors
package import GitValues

/// Finds the path dependencies of a plain manifest by its tokens alone, in a fraction of the time
/// that parsing takes.
package struct PathDependencyScan {
  private var lexer: ManifestLexer
  private var paths: [String] = []

  /// The paths as they are written, in the order of the text; `nil` where only parsing can tell.
  package static func paths(in bytes: [UInt8]) -> [String]? {
    guard bytes.count <= ParserGuard.greatestSize else { return nil }
    var scan = PathDependencyScan(lexer: ManifestLexer(bytes))
    do throws(ManifestTextError) {
      return try scan.run() ? scan.paths : nil
    } catch {
      return nil
    }
  }

  /// - Returns: Whether all path dependencies are in ``paths``.
  private mutating func run() throws(ManifestTextError) -> Bool {
    var isMember = false
    var next = try lexer.next()
    while let token = next {
      next = try lexer.next()
      guard token.kind == .word else {
        isMember = token.kind == .punctuation && text(token, is: ".")
        continue
      }
      if text(token, is: "`package`") { return false }
      if text(token, is: "package") {
        if let opener = next, text(opener, is: "(") {
          guard !opener.startsLine, try readArguments() else { return false }
          next = try lexer.next()
        } else if isMember {
          // Passed on as a function, which something else may call with a path.
          return false
        }
      }
      isMember = false
    }
    return true
  }

  /// Reads from behind `package(` to its closing parenthesis.
  private mutating func readArguments() throws(ManifestTextError) -> Bool {
    var depth = 1
    var startsArgument = true
    while let token = try lexer.next() {
      switch token.kind {
      case .opener: depth += 1
      case .closer:
        depth -= 1
        if depth == 0 { return true }
      case .word where depth == 1 && startsArgument && text(token, is: "path"):
        guard try readPath() else { return false }
        // What follows the path, such as traits, is stepped over like any argument.
        guard let separator = try lexer.next() else { return false }
        if text(separator, is: ")") { return true }
        guard text(separator, is: ",") else { return false }
        continue
      case .word where text(token, is: "package") || text(token, is: "`path`"):
        return false
      default: break
      }
      startsArgument = depth == 1 && token.kind == .punctuation && text(token, is: ",")
    }
    return false
  }

  /// Reads the rest of `path: "…"`, whose value must be a plain string.
  private mutating func readPath() throws(ManifestTextError) -> Bool {
    guard let colon = try lexer.next(), text(colon, is: ":"), let value = try lexer.next(),
      value.kind == .literal
    else { return false }
    let quote = UInt8(ascii: "\"")
    let literal = lexer.bytes[value.range]
    guard literal.count > 2, literal.first == quote, literal.last == quote,
      !literal.contains(UInt8(ascii: "\\")), !literal.dropFirst().dropLast().contains(quote)
    else { return false }
    paths.append(String(decoding: literal.dropFirst().dropLast(), as: UTF8.self))
    return true
  }

  private func text(_ token: ManifestToken, is text: StaticString) -> Bool {
    guard token.range.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { lexer.bytes[token.range].elementsEqual($0) }
  }
}

extension PackageManifestFile {
  /// The path dependencies that lead into the repository, without parsing where tokens suffice.
  ///
  /// - Parameter packagePath: The package's folder in the repository.
  /// - Throws: What reading the manifest throws.
  package static func pathDependencies(
    in bytes: [UInt8],
    fileName: String,
    packagePath: TreePath
  ) throws(OperationError) -> [TreePath] {
    var written = PathDependencyScan.paths(in: bytes)
    if written == nil {
      let manifest = try PackageManifestFile(
        bytes: bytes,
        fileName: fileName,
        packagePath: packagePath
      )
      written = manifest.dependencies.compactMap { dependency in
        if case .path(let path, _) = dependency.location { path } else { nil }
      }
    }
    var paths: [TreePath] = []
    for path in written ?? [] {
      do throws(OperationError) {
        paths.append(try packagePath.following(path))
      } catch  where error.code == .outsideRepository {
        continue
      } catch {
        throw error.located(in: fileName)
      }
    }
    return paths
  }
}
