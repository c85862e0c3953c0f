extension OperationError {
  /// The same error at a value of a JSON file.
  package func at(file: String, line: Int?, keyPath: JSONKeyPath = .root) -> OperationError {
    at(
      SourcePlace(
        file: file,
        at: line.map { SourcePosition(line: $0) },
        keyPath: keyPath == .root ? nil : keyPath.description
      )
    )
  }
}
