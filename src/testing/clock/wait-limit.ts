/**
 * How long tests wait, in ms, for what should happen at once: a loaded machine may take many seconds. It is shorter than
 * the time limit of a browser test, because exceeding that one would not say what was awaited.
 */
export const waitMsMax = 50_000
