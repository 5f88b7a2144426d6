import { Banner } from "./banner.tsx";

/** Empty and hidden until `showProblem` of problem.script.ts. */
export function ProblemPlace() {
  return (
    <div data-problem="" hidden>
      <Banner tone="negative" alert>
        <p />
      </Banner>
    </div>
  );
}
