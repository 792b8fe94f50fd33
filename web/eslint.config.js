import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
    { ignores: ["node_modules/", "src/protocol/*.ts", "src/boards/*/position.ts"] },
    js.configs.recommended,
    ...ts.configs.recommended,
    ...svelte.configs.recommended,
    ...svelte.configs.prettier,
    {
        languageOptions: { globals: { ...globals.browser, ...globals.node } },
        rules: {
            // TypeScript finds undefined names itself, and knows types as well.
            "no-undef": "off",
            "@typescript-eslint/no-unused-vars": [
                "error",
                { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
            ],
            "@typescript-eslint/no-non-null-assertion": "off",
            eqeqeq: "error",
            "no-var": "error",
            "prefer-const": "off",
            "svelte/prefer-const": ["error", { destructuring: "all", excludedRunes: ["$props"] }],
            "prefer-template": "error",
            // Our router takes plain paths.
            "svelte/no-navigation-without-resolve": "off",
            // Only what is drawn needs a reactive collection.
            "svelte/prefer-svelte-reactivity": "off",
        },
    },
    {
        files: ["**/*.svelte", "**/*.svelte.ts"],
        languageOptions: {
            parserOptions: {
                extraFileExtensions: [".svelte"],
                parser: ts.parser,
                svelteConfig,
            },
        },
    },
);
