import { expect } from 'bun:test'
import { createWorld } from '../world/world'

export const importStart = new Date('2026-11-22T15:00:00Z')
export const importMapping = { name: 0, number: 1 }

type Content = string | Uint8Array<ArrayBuffer>

export function importForm(content: Content, name = 'clientes.csv') {
  const given = new FormData()
  given.set('file', new File([content], name))
  return given
}

export async function createContactImports() {
  const world = await createWorld({ now: importStart })
  const ana = await world.as(world.ana)
  const bruno = await world.as(world.bruno)

  const upload = async (content: Content, name?: string) =>
    (await ana.post('/contacts/upload', importForm(content, name))).body

  async function ended(id: number) {
    for (;;) {
      await world.runJobs(1)
      const { body } = await ana.get(`/contacts/imports/${id}`)
      if (!['running', 'undoing'].includes(body.state)) return body
    }
  }

  async function importFile(content: Content, body: object = {}) {
    const { uploadId } = await upload(content)
    const started = await ana.post(`/contacts/upload/${uploadId}/import`, { mapping: importMapping, ...body })
    expect([started.status, started.body]).toEqual([202, { importId: uploadId }])
    return ended(uploadId)
  }

  return {
    world,
    ana,
    bruno,
    upload,
    ended,
    importFile,
    rowsOf: async (id: number) => (await ana.get(`/contacts/imports/${id}/rows`)).body.rows,
    contactOf: async (search: string) =>
      (await ana.get(`/contacts?searchParam=${encodeURIComponent(search)}`)).body.contacts[0],
  }
}

export type ContactImports = Awaited<ReturnType<typeof createContactImports>>
