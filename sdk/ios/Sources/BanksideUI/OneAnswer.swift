/// A continuation that takes the first of several answers.
@MainActor
final class OneAnswer<Value: Sendable> {
  private var continuation: CheckedContinuation<Value, Error>?

  init(_ continuation: CheckedContinuation<Value, Error>) { self.continuation = continuation }

  func resume(_ result: Result<Value, Error>) {
    continuation?.resume(with: result)
    continuation = nil
  }
}
