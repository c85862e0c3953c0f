internal import CGit2

extension ObjectID {
  init(_ id: git_oid) {
    self = unsafe withUnsafeBytes(of: id) { unsafe ObjectID(bytes: $0) }
  }

  var raw: git_oid {
    var id = git_oid()
    unsafe withUnsafeMutableBytes(of: &id) { unsafe copy(to: $0) }
    return id
  }
}
