/** In ms, for a loaded machine. Shorter than the limit of a browser test, which would not say what was awaited. */
export const waitMsMax = 50_000
