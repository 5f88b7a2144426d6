/// A continuation that takes the first of several answers, and a default once all who could answer are gone.
@MainActor
final class OneAnswer<Value: Sendable> {
  private var continuation: CheckedContinuation<Value, Error>?
  private let otherwise: Value

  init(_ continuation: CheckedContinuation<Value, Error>, otherwise: Value) {
    self.continuation = continuation
    self.otherwise = otherwise
  }

  deinit { continuation?.resume(returning: otherwise) }

  func resume(_ result: Result<Value, Error>) {
    continuation?.resume(with: result)
    continuation = nil
  }
}

/// What closes a payment's view when its task is cancelled.
@MainActor
final class Cancellation {
  var act: (@MainActor () -> Void)?
}
