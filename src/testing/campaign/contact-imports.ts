import { expect } from 'bun:test'
import { createWorld } from '../world/world'

export const importStart = new Date('2026-11-22T15:00:00Z')
/** Name in the first column, number in the second. */
export const importMapping = { name: 0, number: 1 }

type Content = string | Uint8Array<ArrayBuffer>

/** The body of a call that uploads a spreadsheet. */
export function importForm(content: Content, name = 'clientes.csv') {
  const given = new FormData()
  given.set('file', new File([content], name))
  return given
}

/** A world with an admin's and an agent's calls for imports, and a manual clock. */
export async function createContactImports() {
  const world = await createWorld({ now: importStart })
  const ana = await world.as(world.ana)
  const bruno = await world.as(world.bruno)

  const upload = async (content: Content, name?: string) =>
    (await ana.post('/contacts/upload', importForm(content, name))).body

  /** Runs the import's job until it ends. */
  async function ended(id: number) {
    for (;;) {
      await world.runJobs(1)
      const { body } = await ana.get(`/contacts/imports/${id}`)
      if (!['running', 'undoing'].includes(body.state)) return body
    }
  }

  /** Runs a whole import and returns it. */
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
