import { expect } from 'bun:test'
import type { Channel } from '../../channel/channel'
import { phoneKey } from '../../kernel/text/phone-number'
import { createWorld } from '../world/world'

const start = new Date('2026-11-22T15:00:00Z')

export async function createContactLists() {
  const world = await createWorld({ now: start })
  const ana = await world.as(world.ana)
  /** Numbers without an account, by their key. */
  const missing = new Set<string>()
  /** How the lookup of a batch with the number fails. */
  const failing = new Map<string, Error>()
  /** What the next lookups wait for. */
  const held: Promise<void>[] = []
  const requestedNumbers: string[][] = []

  const channel: Pick<Channel, 'checkNumbers'> = {
    checkNumbers: async (numbers) => {
      for (const number of numbers) if (failing.has(number)) throw failing.get(number)
      requestedNumbers.push([...numbers])
      await held.shift()
      return numbers.map((number) =>
        missing.has(phoneKey(number))
          ? undefined
          : { addresses: [{ kind: 'phone', value: number.replace(/^55(\d\d)9(\d{8})$/, '55$1$2') }] },
      )
    },
  }
  const setChannel = (found: Channel | undefined) => {
    world.ports.connections = { ...world.ports.connections, channel: () => found }
  }

  async function importCsv(id: number, content: string, name = 'lista.csv') {
    const form = new FormData()
    form.set('file', new File([content], name))
    const started = await ana.post(`/contact-lists/${id}/upload`, form)
    expect(started.status).toBe(202)
    for (;;) {
      await world.runJobs(1)
      const { body } = await ana.get(`/contacts/imports/${started.body.importId}`)
      if (body.state !== 'running') return body
    }
  }

  async function pass(seconds: number) {
    for (let done = 0; done < seconds; done += 3) {
      world.setTime(new Date(world.ctx(1).now.getTime() + 3000))
      await world.runJobs(1)
    }
  }

  return {
    world,
    ana,
    missing,
    failing,
    held,
    asked: requestedNumbers,
    importCsv,
    pass,
    /** A connection whose provider writes Brazilian mobiles without the ninth digit. */
    connect: () => setChannel(channel as Channel),
    disconnect: () => setChannel(undefined),
    addList: async (name: string) => (await ana.post('/contact-lists', { name })).body.id as number,
    itemsOf: async (id: number, query = '') =>
      (await ana.get(`/contact-list-items?contactListId=${id}${query}`)).body.contacts as Record<string, unknown>[],
    listOf: async (id: number) => (await ana.get(`/contact-lists/${id}`)).body,
    addItem: (contactListId: number, item: object) => ana.post('/contact-list-items', { contactListId, ...item }),
  }
}

export type ContactLists = Awaited<ReturnType<typeof createContactLists>>
