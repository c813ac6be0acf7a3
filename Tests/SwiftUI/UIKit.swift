// A view of UIKit as one of SwiftUI: see Shown.swift.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if os(iOS)
  public import UIKit

  @MainActor @preconcurrency public protocol UIViewControllerRepresentable: View
  where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    typealias Context = UIViewControllerRepresentableContext<Self>
    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
  }

  public struct UIViewControllerRepresentableContext<Representable> {}

  extension UIViewControllerRepresentable {
    public var body: Never { return fatalError("nothing of this runs") }
  }

  extension Never: View {
    public var body: Never { return fatalError("nothing of this runs") }
  }
#endif
