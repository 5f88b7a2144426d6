/**
 * Replaces methods of one request or response. V8 takes a function that is written straight into a property for long-lived:
 * `response.end = () => {}` would keep the response, and all that belongs to its request, until a full collection.
 */
export function override<T extends object>(
  target: T,
  methods: { [Name in keyof T]?: (...values: never[]) => unknown },
): void {
  Object.assign(target, methods);
}
