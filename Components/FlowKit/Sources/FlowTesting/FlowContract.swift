public import FlowKit

/// What every flow promises, checked on one flow with a script that leads it to completion.
///
/// A test runs each rule as a case of its own:
/// ```swift
/// @Test(arguments: FlowRule.allCases)
/// func `the order flow keeps the contract`(rule: FlowRule) async throws {
///   try await contract.verify(rule)
/// }
/// ```
public struct FlowContract<Flow: FlowInitiator>: Sendable {
  let parameters: Flow.Parameters
  let answers: [ScriptedAnswer]
  /// Nil for a flow that can be started with every value of its parameters' type.
  let badParameters: [Flow.Parameters]?
  let committedFrom: String?
  let makeFlow: @Sendable () throws -> Flow

  /// Describes a flow for the contract.
  ///
  /// - Parameters:
  ///   - parameters: what the flow is started with.
  ///   - answers: a script by which it completes, with at least one question.
  ///   - badParameters: parameters that it must refuse before its first question.
  ///   - committedFrom: the key of the first question behind the flow's point of no return, such as
  ///     the receipt of a payment that was taken; from there on the flow completes whatever happens.
  ///   - makeFlow: makes a fresh flow, with fresh stores behind it, for each run.
  public init(
    parameters: Flow.Parameters,
    answers: [ScriptedAnswer],
    badParameters: [Flow.Parameters],
    committedFrom: String? = nil,
    makeFlow: @escaping @Sendable () throws -> Flow
  ) {
    self.parameters = parameters
    self.answers = answers
    self.badParameters = badParameters
    self.committedFrom = committedFrom
    self.makeFlow = makeFlow
  }

  /// Describes a flow that has no bad parameters: it can be started with every value of their type.
  public init(
    parameters: Flow.Parameters,
    answers: [ScriptedAnswer],
    committedFrom: String? = nil,
    makeFlow: @escaping @Sendable () throws -> Flow
  ) {
    self.parameters = parameters
    self.answers = answers
    self.badParameters = nil
    self.committedFrom = committedFrom
    self.makeFlow = makeFlow
  }

  /// Checks one rule.
  ///
  /// - Throws: ``ContractViolation`` when the flow breaks it. A flow that never answers never
  ///   returns: give the test a time limit.
  public func verify(_ rule: FlowRule) async throws {
    switch rule {
    case .answersOnce: try await verifyAnswersOnce()
    case .personCancelsAtEachQuestion: try await verifyCancelledByPerson()
    case .starterCancelsAtEachQuestion: try await verifyCancelledByStarter()
    case .presenterIsLostAtEachQuestion: try await verifyPresenterLost()
    case .refusesBadParameters: try await verifyRefusesBadParameters()
    case .runsTwiceAtOnce: try await verifyRunsTwiceAtOnce()
    case .runsInsideAnotherFlow: try await verifyRunsInsideAnotherFlow()
    }
  }
}

/// The rules of ``FlowContract``.
public enum FlowRule: String, CaseIterable, Sendable {
  /// The flow asks all that the script answers and completes; cancelling after that does no harm.
  case answersOnce
  case personCancelsAtEachQuestion
  /// Cancelling by the handle while any question stands answers "cancelled".
  case starterCancelsAtEachQuestion
  /// A presenter that fails at any question makes the flow answer with that failure.
  case presenterIsLostAtEachQuestion
  /// Bad parameters, if there are any, are answered with "invalid parameters" before the first
  /// question.
  case refusesBadParameters
  case runsTwiceAtOnce
  /// The flow completes when another flow starts it on its own presenter.
  case runsInsideAnotherFlow
}

/// How a flow broke the contract.
public struct ContractViolation: Error, CustomStringConvertible, Sendable {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
