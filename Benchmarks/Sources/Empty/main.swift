// Does nothing with the libraries that `feed-repl` uses. Its start is the time in which they load.
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

_ = [ObjectIdentifier(URLSession.self), ObjectIdentifier(Thread.self)]
