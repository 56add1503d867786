import { afterEach, beforeEach, expect } from 'bun:test'
import type { Page } from '@playwright/test'
import { connectionTable } from '../../connection/connection.tables'
import { interpretInbound } from '../../message/inbound/interpret-inbound'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import { ticketTable } from '../../ticket/ticket.tables'
import { userQueueTable } from '../../user/user.tables'
import { browserTestMs, launchForFile, openWindow, type PersonWindow, type WindowOptions } from './browser'
import type { Person } from '../world/people'
import { createServedWorld, type ServedWorld } from '../world/served-world'

/** A world with pages for each test of a file; Carla works in Vendas, too. A test fails if a window has recorded an error. */
export function createInboxWindows() {
  const windows: PersonWindow[] = []
  const browser = launchForFile()
  let world: ServedWorld
  let written = 0

  beforeEach(async () => {
    world = await createServedWorld({ pages: true })
    world.ctx(1).db.insert(userQueueTable).values({ userId: world.carla.id, queueId: 1 }).run()
  }, browserTestMs)
  afterEach(async () => {
    for (const { complaints, close } of windows.splice(0)) {
      expect(complaints).toEqual([])
      await close()
    }
    await world.stop()
  })

  async function open(person: Person, options?: WindowOptions): Promise<Page> {
    const opened = await openWindow(browser(), world, person, options)
    windows.push(opened)
    return opened.page
  }

  const write = (name: string, text: string, queueId: number | null = 1) =>
    receiveText(world, `inbound-${++written}`, { name, text, queueId })
  const row = (page: Page, name: string) => page.locator('article.ticket-row').filter({ hasText: name })

  return {
    world: () => world,
    open,
    /** Receives a message to the company's number; a new ticket enters the queue. */
    write,
    row,
    /** Opens Bruno's inbox with tickets of Alice, Bento and Clara that he has accepted, newest first. */
    async openTickets(options?: WindowOptions) {
      const bruno = await world.as(world.bruno)
      const names = ['Alice Prado', 'Bento Rosa', 'Clara Dias']
      for (const [index, name] of names.toReversed().entries()) {
        write(name, `Olá de ${name}`)
        await bruno.put(`/tickets/${index + 1}`, { status: 'open', userId: world.bruno.id, queueId: 1 })
      }
      const page = await open(world.bruno, options)
      for (const name of names) await row(page, name).waitFor()
      return page
    },
    tab: (page: Page, name: string) => page.getByRole('tab', { name }),
    shows: (page: Page, name: string, count: number) => page.getByRole('tab', { name: `${name} ${count}` }).waitFor(),
  }
}

interface InboundText {
  /** The contact's, from which the number follows. */
  name: string
  text: string
  queueId: number | null
}

export function receiveText(world: ServedWorld, id: string, { name, text, queueId }: InboundText) {
  const ctx = world.ctx(1)
  const connection = ctx.db.select().from(connectionTable).get()
  if (!connection) throw new Error('The world has a connection')
  const number = `551197${String(Bun.hash.crc32(name) % 10_000_000).padStart(7, '0')}`
  interpretInbound(ctx, connection, [
    {
      type: 'message',
      id,
      key: { id, remoteJid: `${number}@s.whatsapp.net` },
      chat: { addresses: [{ kind: 'phone', value: number }], name },
      fromMe: false,
      atMs: Date.now(),
      content: { kind: 'text', text },
    },
  ])
  const ticket = ctx.db.select().from(ticketTable).all().at(-1)
  if (ticket && ticket.queueId === null) setTicketQueue(ctx, ticket.id, queueId)
}
