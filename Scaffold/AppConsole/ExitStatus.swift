/// How the process ends; the numbers are part of the command line's interface.
package enum ExitStatus: Int32, CaseIterable {
  case failed = 1
  case invalidAnswer = 10
  case unanswered = 11
  case unknownLink = 12
  case notFound = 13
  case notPossible = 14
  case unavailable = 15
  case noChef = 20
  case declined = 30
  case notPaid = 31
  case paymentOpen = 32
  case updatesWaiting = 40
  case diskFull = 50
  case notWritable = 51
  case locked = 52
  case damaged = 53
  case newerDatabase = 54
  case invalidSetting = 60
  case misused = 64
  case cancelled = 130
}
