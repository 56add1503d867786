const variable = 'RECADO_TEST_CLOCK_SHIFT_MS'

/** How far the clock of this test run is ahead of the machine's, in milliseconds; 0 without a shift. */
export const clockShiftMs = Number(process.env[variable] ?? 0)

/** Returns the shift that makes the clock show this time now. @throws Error when it is not a time */
export function shiftTo(moment: string) {
  const shiftMs = Date.parse(moment) - (Date.now() - clockShiftMs)
  if (Number.isNaN(shiftMs)) throw new Error(`${moment} is no moment such as 2028-02-29T23:30:00-03:00`)
  return shiftMs
}

/** Returns the environment that shifts the clock of a process and of all Bun processes it starts. */
export function shiftedEnvironment(shiftMs: number): Record<string, string> {
  const preload = JSON.stringify(`--preload=${import.meta.dir}/preload-shifted-clock.ts`)
  return { [variable]: String(shiftMs), BUN_OPTIONS: [process.env['BUN_OPTIONS'], preload].filter(Boolean).join(' ') }
}

/** Shifts the global Date, not SQLite's clock (`unixepoch()`). Self-contained, because pages of a browser run it, too. */
export function shiftDate(shiftMs: number) {
  const RealDate = Date
  const now = () => RealDate.now() + shiftMs
  const ShiftedDate: DateConstructor = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget === ShiftedDate ? target : newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  RealDate.prototype.constructor = ShiftedDate
  globalThis.Date = ShiftedDate
}
