// Apple's Dispatch, of which the package names nothing on Apple's systems: see Foundation.swift.
