package import ArgumentParser

/// What the value of an option is: its name in the help, and what a shell completes it with.
package struct OptionValue: ExpressibleByStringLiteral {
  private let name: String
  fileprivate let completion: CompletionKind?

  package init(_ name: String, _ completion: CompletionKind?) {
    (self.name, self.completion) = (name, completion)
  }

  package init(stringLiteral name: String) {
    self.init(name, nil)
  }

  package static var file: OptionValue { OptionValue("file", .file()) }
  package static var folder: OptionValue { OptionValue("folder", .directory) }

  fileprivate func help(_ text: String) -> ArgumentHelp {
    ArgumentHelp(text, valueName: name)
  }
}

extension Option {
  package init<T: ExpressibleByArgument>(
    name: NameSpecification = .long,
    value: OptionValue,
    help: String
  ) where Value == T? {
    self.init(name: name, help: value.help(help), completion: value.completion)
  }

  package init(
    wrappedValue: Value,
    name: NameSpecification = .long,
    value: OptionValue,
    help: String
  ) where Value: ExpressibleByArgument {
    self.init(
      wrappedValue: wrappedValue,
      name: name,
      help: value.help(help),
      completion: value.completion
    )
  }

  package init<T: ExpressibleByArgument>(
    wrappedValue: [T],
    name: NameSpecification = .long,
    value: OptionValue,
    help: String
  ) where Value == [T] {
    self.init(
      wrappedValue: wrappedValue,
      name: name,
      help: value.help(help),
      completion: value.completion
    )
  }

  package init(value: OptionValue, help: String) where Value: ExpressibleByArgument {
    self.init(help: value.help(help), completion: value.completion)
  }
}
