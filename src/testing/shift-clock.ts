const variable = 'RECADO_TEST_CLOCK_SHIFT_MS'

/** How far the clock of this test run is ahead of the machine's; 0 when it is the machine's. */
export const clockShiftMs = Number(process.env[variable] ?? 0)

/** How far a clock has to be ahead of the machine's to show that moment now. @throws Error when it is no moment */
export function shiftTo(moment: string) {
  const shiftMs = Date.parse(moment) - (Date.now() - clockShiftMs)
  if (Number.isNaN(shiftMs)) throw new Error(`${moment} is no moment such as 2028-02-29T23:30:00-03:00`)
  return shiftMs
}

/** What a process needs in its environment so that it and every Bun process it starts have a shifted clock. */
export function shiftedEnvironment(shiftMs: number): Record<string, string> {
  const preload = JSON.stringify(`--preload=${import.meta.dir}/preload-shifted-clock.ts`)
  return { [variable]: String(shiftMs), BUN_OPTIONS: [process.env['BUN_OPTIONS'], preload].filter(Boolean).join(' ') }
}

/** Moves the global Date; the clock of SQLite (`unixepoch()`) stays the machine's. Uses nothing from outside of itself, since pages of a browser run it as well. */
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
