"use client";

export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
    <div className="narrow">
      <h1>Something went wrong</h1>
      <p>You have not been charged. Try again in a moment.</p>
      <button type="button" onClick={reset}>
        Try again
      </button>
    </div>
  );
}
