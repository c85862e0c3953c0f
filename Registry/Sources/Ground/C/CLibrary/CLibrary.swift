// The C library of the system under one name, so that no other file has to tell systems apart for it.
#if canImport(Darwin)
  @_exported public import Darwin
  // The path of this program.
  @_exported public import MachO
#else
  @_exported public import Glibc
#endif
