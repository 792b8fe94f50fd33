/** The drawings of all rules, with their addresses; what only the documents show is no part of the page. */
export const drawings = import.meta.glob<string>(
  [
    "../../../docs/pictures/*.svg",
    "!../../../docs/pictures/all-*.svg",
    "!../../../docs/pictures/terminal-*.svg",
  ],
  { eager: true, import: "default", query: "?url&no-inline" },
);
