import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shiftedEnvironment, shiftTo } from './shift-clock'

let folder: string
beforeAll(async () => {
  // A path with a space, which a checkout may have.
  folder = mkdtempSync(join(tmpdir(), 'recado clock-'))
  await Bun.write(`${folder}/worker.ts`, 'postMessage(new Date().toISOString())')
  await Bun.write(
    `${folder}/child.ts`,
    `const worker = new Worker(new URL('./worker.ts', import.meta.url).href)
     worker.onmessage = ({ data }) => { console.log(JSON.stringify([new Date().toISOString(), data])); worker.terminate() }`,
  )
  await Bun.write(
    `${folder}/one.test.ts`,
    `import { expect, test } from 'bun:test'
     test('clock', async () => {
       class Moment extends Date {}
       const real = structuredClone(new Date())
       expect([new Date() instanceof Date, real instanceof Date, new Moment() instanceof Moment]).toEqual([true, true, true])
       expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z')
       expect(Math.abs(Date.now() - new Date().getTime())).toBeLessThan(1000)
       const child = Bun.spawn([process.execPath, '${folder}/child.ts'], { stdout: 'pipe' })
       for (const now of [new Date().toISOString(), new Date(new Moment().getTime()).toISOString(), ...JSON.parse(await child.stdout.text())]) {
         expect(now.slice(0, 13)).toBe('2028-03-01T02')
       }
     })`,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

test('shifts the clock of a test, its child processes and their workers, and keeps it running', async () => {
  const child = Bun.spawn([process.execPath, 'test', './one.test.ts'], {
    cwd: folder,
    env: { ...process.env, ...shiftedEnvironment(shiftTo('2028-02-29T23:00:00-03:00')) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output = await new Response(child.stderr).text()
  expect(output).toContain(' 1 pass')
  expect(await child.exited).toBe(0)
})
