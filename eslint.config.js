import js from "@eslint/js";
import tseslint from "typescript-eslint";
import { yieldedSteps } from "./tools/lint/yielded-steps.js";

export default tseslint.config(
  { ignores: ["**/dist/", "**/node_modules/", "data/", "site/", "test/golden/", "examples/operators/"] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "max-lines": ["error", { max: 400 }],
      "max-lines-per-function": ["error", { max: 60 }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/require-await": "off",
      // The validator of fast-xml-parser: the package that follows it brings seven more.
      "@typescript-eslint/no-deprecated": [
        "error",
        { allow: [{ from: "package", name: "XMLValidator", package: "fast-xml-parser" }] },
      ],
      "@typescript-eslint/no-unnecessary-condition": ["error", { allowConstantLoopConditions: true }],
    },
  },
  {
    files: ["generated/**"],
    rules: {
      "max-lines": "off",
      "max-lines-per-function": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // Projects without strictNullChecks need assertions that this one does not.
      "@typescript-eslint/no-unnecessary-type-assertion": "off",
    },
  },
  {
    files: ["server/storage/**"],
    plugins: { storage: { rules: { "yielded-steps": yieldedSteps } } },
    rules: { "storage/yielded-steps": "error" },
  },
  { files: ["test/**"], rules: { "max-lines-per-function": "off" } },
  { files: ["**/*.js"], ...tseslint.configs.disableTypeChecked },
  {
    files: ["**/*.js"],
    languageOptions: { globals: { process: "readonly", console: "readonly", URL: "readonly" } },
  },
  {
    files: ["templates/site/assets/*.js"],
    languageOptions: {
      globals: Object.fromEntries(
        ["document", "localStorage", "matchMedia", "MiniSearch", "navigator", "siteIndex", "siteSearch"].map(
          (name) => [name, "readonly"],
        ),
      ),
    },
  },
  {
    files: ["templates/json/assets/*.js"],
    languageOptions: {
      globals: Object.fromEntries(
        ["btoa", "document", "fetch", "navigator", "sessionStorage", "TextEncoder", "URLSearchParams"].map(
          (name) => [name, "readonly"],
        ),
      ),
    },
  },
  {
    files: ["templates/web/assets/*.js"],
    languageOptions: {
      globals: Object.fromEntries(
        ["document", "DOMParser", "EventSource", "fetch", "location", "setInterval"].map((name) => [
          name,
          "readonly",
        ]),
      ),
    },
  },
);
