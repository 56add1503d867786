import { test } from 'bun:test'
import { natsServerPath } from './nats-servers'

/** A test against real servers; skipped, and named so, where nats-server is not installed. */
export function natsTest(name: string, run: () => Promise<void>, timeoutMs = 40_000) {
  if (natsServerPath) test(name, run, timeoutMs)
  else test.skip(`${name} (skipped: nats-server is not installed)`, run)
}

/** Resolves when it is so, and fails when it is not after `msMax`. Returns after how many ms. */
export async function until(isSo: () => boolean | Promise<boolean>, msMax: number) {
  const begun = performance.now()
  while (!(await isSo())) {
    if (performance.now() - begun > msMax) throw new Error(`It is not so after ${msMax} ms`)
    await Bun.sleep(20)
  }
  return performance.now() - begun
}
