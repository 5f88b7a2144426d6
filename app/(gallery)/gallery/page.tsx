import { notFound } from "next/navigation";
import { loadEnv } from "#lib/platform/configuration/env.ts";
import { FIXTURES } from "./fixtures.tsx";

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
