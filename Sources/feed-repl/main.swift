import Foundation

// With the signal ignored, writing to a closed pipe is an error of `write`. Sockets could send it
// too.
signal(SIGPIPE, SIG_IGN)

exit(Launch.run(Array(CommandLine.arguments.dropFirst()), in: .current).rawValue)
