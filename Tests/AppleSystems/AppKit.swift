// So much of AppKit as the app in Examples/Apple names: see Foundation.swift.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import Foundation
public import _Concurrency

@MainActor open class NSResponder: NSObject {
  deinit
}

@MainActor open class NSApplication: NSResponder {
  public enum ActivationPolicy: Int, Sendable { case regular, accessory, prohibited }
  open class var shared: NSApplication { get }
  @discardableResult
  open func setActivationPolicy(_ activationPolicy: NSApplication.ActivationPolicy) -> Bool
  @available(macOS 14, *)
  open func activate()
  deinit
}
