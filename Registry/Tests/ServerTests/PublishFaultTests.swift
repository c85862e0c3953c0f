import Base
import ManifestEditor
@testable import Model
@testable import Releases
@testable import Server
import HTTPTypes
import Testing

struct PublishFaultTests {
  @Test(arguments: [
    OperationError(.locked, "busy"), OperationError(.operationInProgress, "a rebase"),
    OperationError(.parserBusy, "late"),
  ])
  func `a transient error becomes status 503 with a time to retry`(_ error: OperationError) {
    let problem = UploadFault.problem(for: error) as? Problem
    #expect(problem?.status == .serviceUnavailable)
    #expect(problem?.headers[.retryAfter] == "10")
  }

  @Test func `a manifest that could not be read in time is no fault of who sent it`() {
    let error = #expect(throws: OperationError.self) {
      try RecordUpload.judging(.invalidPackage) {
        throw OperationError(.parserBusy, "manifest takes longer than 10 s to read")
      }
    }
    #expect(error?.code == .parserBusy)
  }
}
