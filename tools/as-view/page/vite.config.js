// Builds the page into one file, dist/as-view.html, with the licences of the
// libraries in it. A build of the same sources is the same bytes.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

/** The folder of the package that a module belongs to, or "". What vite makes of a
 * CommonJS module begins with a NUL. */
function packageOf(id) {
  const match = id.replace("\0", "").match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//);
  return match ? match[1] : "";
}

/** Names, versions and licences of all packages that are in the page. */
function licences(ids) {
  const folders = [...new Set(ids.map(packageOf).filter(Boolean))].sort();
  return folders
    .map((folder) => {
      const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
      const text = file ? readFileSync(join(folder, file), "utf8").trim() : "";
      return `${about.name} ${about.version} (${about.license})\n\n${text}`;
    })
    .join(`\n\n${"-".repeat(72)}\n\n`);
}

function oneFile() {
  let ids = [];
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const html = Object.values(bundle).find((f) => f.fileName.endsWith(".html"));
      let script = "";
      let style = "";
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk") {
          script += file.code;
          ids = ids.concat(Object.keys(file.modules));
        } else if (file.fileName.endsWith(".css")) {
          style += file.source;
        }
        if (file !== html) delete bundle[file.fileName];
      }
      const notices = licences(ids);
      html.source = String(html.source)
        .replace(/<script type="module"[^>]*><\/script>/, "")
        .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
        .replace("LICENCES", () => notices.replace(/<\//g, "< /"))
        .replace("</body>", () => `<script type="module">${script.replace(/<\/script/g, "<\\/script")}</script></body>`);
      html.fileName = "as-view.html";
      this.emitFile({ type: "asset", fileName: "LICENSES.txt", source: notices + "\n" });
    },
  };
}

export default defineConfig({
  plugins: [oneFile()],
  build: {
    target: "es2022",
    assetsInlineLimit: 1e8,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
  },
});
