import { clockShiftMs, shiftDate } from './shift-clock'

/** Loaded before everything else by each process of a test run at another time; see `shiftedEnvironment`. */
shiftDate(clockShiftMs)

globalThis.Worker = new Proxy(Worker, {
  construct: (target, [script, options]: [string | URL, WorkerOptions?]) =>
    new target(script, { ...options, preload: [...[options?.preload ?? []].flat(), import.meta.path] }),
})
