import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { releaseNotes } from "./release.ts";

const CHANGELOG = `# Changelog

## [Unreleased]

## [1.10.0] - 2026-12-01

### Added

- Ten

## [1.1.0] - 2026-11-01

- One
`;

describe("releaseNotes", () => {
  it("are the section of one version", () => {
    assert.equal(releaseNotes(CHANGELOG, "1.10.0"), "### Added\n\n- Ten");
    assert.equal(releaseNotes(CHANGELOG, "1.1.0"), "- One");
  });

  it("are missing for a version without a section, or with an empty one", () => {
    assert.equal(releaseNotes(CHANGELOG, "1.1"), undefined);
    assert.equal(releaseNotes(CHANGELOG, "Unreleased"), "");
  });
});
