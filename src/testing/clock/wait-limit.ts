/**
 * How long tests wait in ms for what should happen at once. A loaded machine may take many seconds; shorter than the
 * time limit of a browser test, whose failure would not say what was awaited.
 */
export const waitMsMax = 50_000
