export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms)
