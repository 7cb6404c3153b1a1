/** SHA-256 of the text's UTF-8 bytes, lower-case hex. Passed in, since core has no I/O and no `node:crypto`. */
export type Sha256 = (text: string) => string
