/** What the build's `files.js` lists: paths and digests of files. */
export interface Listed {
  /** Changes when any of the files does. */
  version: string;
  /** What the page is made of. */
  shell: Record<string, string>;
  /** What is needed besides to play without a server. */
  device: Record<string, string>;
}
