import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../testing/whatsapp/whatsapp-world'

test('the product stops when the process that started it is killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'recado-product-'))
  const script = `
    import { startProduct } from ${JSON.stringify(join(import.meta.dir, 'product-process.ts'))}
    const nowhere = 'http://127.0.0.1:9'
    const { url } = await startProduct({ dataDir: ${JSON.stringify(dataDir)}, port: 0, whatsappUrl: nowhere, mediaUrl: nowhere })
    console.log('started ' + url)`
  const starter = Bun.spawn([process.execPath, '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    let said = ''
    for await (const part of starter.stdout) {
      said += new TextDecoder().decode(part)
      if (said.includes('started ')) break
    }
    const [, url = ''] = /started (\S+)/.exec(said) ?? []
    const answers = () =>
      fetch(`${url}/version`).then(
        ({ ok }) => ok,
        () => false,
      )
    expect(await answers()).toBe(true)
    starter.kill('SIGKILL')
    await until(async () => !(await answers()), 'the end of the product')
  } finally {
    starter.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 60_000)
