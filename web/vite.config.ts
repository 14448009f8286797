import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** What a service worker keeps for later: all files of the page, under a name that changes with any of them. */
function offline(): Plugin {
  return {
    name: "offline",
    generateBundle(_, bundle) {
      const digest = createHash("sha256");
      const files = Object.values(bundle).map((file) => {
        digest.update(file.fileName).update(file.type === "chunk" ? file.code : file.source);
        return `./${file.fileName}`;
      });
      const list = JSON.stringify(["./", "./icon.svg", ...files.filter((file) => file !== "./index.html")]);
      const script = readFileSync(new URL("./src/offline.js", import.meta.url), "utf8");
      const source = `const NAME = "wireglot-${digest.digest("hex").slice(0, 16)}";\nconst FILES = ${list};\n${script}`;
      this.emitFile({ type: "asset", fileName: "offline.js", source });
    },
  };
}

export default defineConfig({
  base: "./",
  build: { target: "es2022", modulePreload: false, chunkSizeWarningLimit: 1000, assetsInlineLimit: 0, reportCompressedSize: false },
  worker: { format: "es" },
  plugins: [offline()],
  server: { fs: { allow: [".."] } },
});
