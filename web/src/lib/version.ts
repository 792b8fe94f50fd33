/** The version of ludoteca that this page belongs to; set by the build. */
declare const OWN_VERSION: string;

/** Whether a server, by the name it gives itself, is of the same version: its rules are ours. */
export const isOurs = (server: string): boolean => server.split(" ").at(-1) === OWN_VERSION;
