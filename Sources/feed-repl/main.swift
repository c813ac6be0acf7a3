import Foundation

// A reader that has gone shows as an error of `write`; the signal would also come from sockets.
signal(SIGPIPE, SIG_IGN)

exit(Launch.run(Array(CommandLine.arguments.dropFirst()), .current).rawValue)
