/** Whether the user asked the system for less motion. Only in the browser. */
export const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export const motionMs = (ms: number) => (isMotionReduced() ? 0 : ms)
