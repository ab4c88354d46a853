import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const APART = ["connection", "settings", "table"].map((name) => `tests/lib/${name}.test.ts`);

// The page is built into the Python package, which serves it.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/bottega/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What is built in of others, with its licences: LICENCES.md is made of it.
    license: { fileName: "licences.json" },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
  // Unit tests see the page as a browser would, in one window for nearly all, which is seven times as fast as one each; those
  // that load modules anew would leave the others with two of a kind. What needs real layout is tried in a real browser
  // (tests/page).
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: {
    environment: "happy-dom",
    setupFiles: ["tests/setup.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      { extends: true, test: { name: "together", include: ["tests/**/*.test.ts"], exclude: APART, isolate: false } },
      { extends: true, test: { name: "apart", include: APART, isolate: true } },
    ],
  },
});
