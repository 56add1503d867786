import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleLanguages, exampleOf } from './example-code'

test('shows JavaScript that sends a text and a file as it stands', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recado-example-'))
  const received: unknown[] = []
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const { authorization, 'idempotency-key': key } = Object.fromEntries(request.headers)
      const isJson = request.headers.get('content-type') === 'application/json'
      const body = isJson ? await request.json() : await filesByName(await request.formData())
      received.push({ pathname, authorization, key, body })
      return Response.json({ status: 'SUCCESS' })
    },
  })
  try {
    await Bun.write(join(folder, 'boleto.pdf'), '%PDF-1.4')
    for (const kind of ['text', 'media'] as const) {
      await Bun.write(join(folder, 'example.mjs'), exampleOf('js', kind, server.url.origin))
      const run = Bun.spawn([process.execPath, 'example.mjs'], { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
      expect(await new Response(run.stdout).text()).toContain('SUCCESS')
    }
    const common = { pathname: '/api/messages/send', authorization: 'Bearer TOKEN' }
    expect(received).toEqual([
      { ...common, key: '1042', body: { number: '5511988880001', body: 'Olá!' } },
      {
        ...common,
        key: '1043',
        body: { number: '5511988880001', body: 'Segue o boleto', medias: 'boleto.pdf: %PDF-1.4' },
      },
    ])
  } finally {
    await server.stop(true)
    await rm(folder, { recursive: true })
  }
})

test('shows different keys for the text and the file, because a key holds for one content', () => {
  const keys = (kind: 'text' | 'media') =>
    exampleLanguages.map((language) => /Idempotency-Key'?: '?(\d+)/.exec(exampleOf(language, kind, ''))?.[1])
  expect(keys('text')).toEqual(['1042', '1042', '1042'])
  expect(keys('media')).toEqual(['1043', '1043', '1043'])
})

async function filesByName(form: FormData) {
  const entries = [...form].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : `${value.name}: ${await value.text()}`,
  ])
  return Object.fromEntries(await Promise.all(entries))
}
