import { notFound } from "next/navigation";
import { loadEnv } from "#lib/platform/env.ts";
import { FIXTURES } from "./fixtures.tsx";

/** The names of all screens of the gallery. */
export default function GalleryPage() {
  if (!loadEnv().GALLERY) notFound();
  return (
    <main>
      <ul>
        {Object.keys(FIXTURES).map((state) => (
          <li key={state}>
            <a href={`/gallery/${state}`}>{state}</a>
          </li>
        ))}
      </ul>
    </main>
  );
}
