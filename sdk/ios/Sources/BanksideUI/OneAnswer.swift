/// A continuation that takes the first of several answers. If all who could answer are gone, the answer is an error.
@MainActor
final class OneAnswer<Value: Sendable> {
  private var continuation: CheckedContinuation<Value, Error>?

  init(_ continuation: CheckedContinuation<Value, Error>) { self.continuation = continuation }

  deinit { continuation?.resume(throwing: CancellationError()) }

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
