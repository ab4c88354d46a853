import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

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
  // Unit tests see the page as a browser would, all in one window, which is seven times as fast as one each; what needs real
  // layout is tried in a real browser (tests/page).
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], isolate: false, restoreMocks: true, unstubGlobals: true },
});
