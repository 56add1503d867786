import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MainProcess, startMain } from './testing/process/main-process'
import { waitMsMax } from './testing/clock/wait-limit'
import { until } from './testing/whatsapp/whatsapp-world'

const folder = mkdtempSync(join(tmpdir(), 'recado-small-disk-'))
const mount = () => Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]).success
/** Only root may mount; `free-space.test.ts` tests the same rules everywhere. */
const isMounted = process.platform === 'linux' && mount()
const megabyte = 1024 * 1024
const ballast = join(folder, 'ballast')

let main: MainProcess
beforeAll(() => {
  if (isMounted) main = startMain(join(folder, 'data'), { SUPER_PASSWORD: 'small-disk' })
})
afterAll(async () => {
  if (isMounted) {
    await main.stop()
    Bun.spawnSync(['umount', folder])
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Leaves this much of the disk, or nothing. */
function leave(bytes: number) {
  rmSync(ballast, { force: true })
  const { bavail, bsize } = statfsSync(folder)
  try {
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytes) + (bytes === 0 ? megabyte : 0)))
  } catch {
    // Full, as wanted.
  }
}

test.if(isMounted)('the product goes on when its disk fills, and works again when there is space', async () => {
  const address = await main.address()
  const body = { email: 'super@recado.local', password: 'small-disk' }
  const json = { 'content-type': 'application/json' }
  const signIn = await fetch(`${address}/auth/login`, { method: 'POST', headers: json, body: JSON.stringify(body) })
  const { token } = (await signIn.json()) as { token: string }
  const authorization = `Bearer ${token}`
  const ready = async () => {
    const response = await fetch(`${address}/ready`)
    return [response.status, ((await response.json()) as { reasons: string[] }).reasons]
  }
  const becomes = (status: number, ...reasons: string[]) => {
    const isSo = async () => JSON.stringify(await ready()) === JSON.stringify([status, reasons])
    return until(isSo, `${status} ${reasons}`, waitMsMax, 100)
  }
  const addTag = async (name: string) => {
    const tag = JSON.stringify({ name, color: '#112233' })
    return (await fetch(`${address}/tags`, { method: 'POST', headers: { ...json, authorization }, body: tag })).status
  }
  const upload = async () => {
    const form = new FormData()
    form.set('file', new File(['Nome,Número\nEva,5511900001111\n'], 'a.csv'))
    const response = await fetch(`${address}/contacts/upload`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    })
    return [response.status, ((await response.json()) as { error?: string }).error]
  }

  await becomes(200)
  expect([await upload(), await addTag('Com espaço')]).toEqual([[200, undefined], 200])
  leave(5 * megabyte)
  await becomes(200, 'storageLow')
  expect([await upload(), await addTag('Pouco espaço')]).toEqual([[507, 'ERR_STORAGE_LOW'], 200])
  leave(2 * megabyte)
  await becomes(503, 'storageFull')
  expect([await upload(), await addTag('Quase cheio')]).toEqual([[507, 'ERR_STORAGE_LOW'], 200])
  leave(0)
  const answers: number[] = []
  while (answers.at(-1) !== 507 && answers.length < 300) answers.push(await addTag(`Cheio ${answers.length}`))
  expect([answers.at(-1), ...(await ready())]).toEqual([507, 503, ['storageFull']])
  leave(40 * megabyte)
  await becomes(200)
  expect([await upload(), await addTag('Com espaço de novo')]).toEqual([[200, undefined], 200])
})
