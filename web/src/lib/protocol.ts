/** The messages of the protocol, as the page uses them. */
export * from "../protocol/messages";
