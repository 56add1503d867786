import { clockShiftMs, shiftDate } from './shift-clock'

shiftDate(clockShiftMs)

globalThis.Worker = new Proxy(Worker, {
  construct: (target, [script, options]: [string | URL, WorkerOptions?]) =>
    new target(script, { ...options, preload: [...[options?.preload ?? []].flat(), import.meta.path] }),
})
