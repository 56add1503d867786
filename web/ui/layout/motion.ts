/** Whether the user asked the system for less motion. Only in the browser. */
export const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Returns how long a movement that scripts make may take. */
export const motionMs = (ms: number) => (isMotionReduced() ? 0 : ms)
