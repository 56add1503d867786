import { afterEach, beforeEach, expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from '@playwright/test'
import { jobHandlers } from '../../domains'
import { connectionQueueTable, connectionTable } from '../../connection/connection.tables'
import { startJobLoop } from '../../kernel/job/job-loop'
import { composeConnections } from '../../compose'
import { browserTestMs, launchForFile, openWindow, type PersonWindow, type WindowOptions } from './browser'
import { phones } from '../conversation/inbound'
import type { Person } from '../world/people'
import { createServedWorld, type ServedWorld } from '../world/served-world'
import { startWhatsAppServer } from '../services/whatsapp-server/start-whatsapp-server'
import type { Account } from '../services/whatsapp-server/account/phone.types'
import type { Phone, WhatsAppServer } from '../services/whatsapp-server/whatsapp-server.types'
import { until } from '../whatsapp/whatsapp-world'

const shopNumber = '5511900000001'

/** For each test: pages, a WhatsApp server, Acme's paired connection (to Vendas), running jobs. Windows must have no complaints. */
export function createPhoneWindows(browserFlags: readonly string[] = []) {
  const windows: PersonWindow[] = []
  const browser = launchForFile(browserFlags)
  let whatsapp: WhatsAppServer
  let world: ServedWorld
  let connections: ReturnType<typeof composeConnections>
  let jobs: ReturnType<typeof startJobLoop>
  let shop: Account

  beforeEach(async () => {
    whatsapp = await startWhatsAppServer()
    const environment = { WHATSAPP_WEB_URL: whatsapp.url, WHATSAPP_MEDIA_URL: whatsapp.mediaUrl }
    world = await createServedWorld({ pages: true, environment })
    connections = composeConnections(world.platform)
    const { files, catalog, log } = world.platform
    jobs = startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log })
    shop = await pair()
  }, browserTestMs)
  afterEach(async () => {
    const complaints = windows.flatMap((window) => window.complaints)
    for (const { close } of windows.splice(0)) await close()
    await connections.stop()
    await jobs.stop()
    await world.stop()
    await whatsapp.stop()
    expect(complaints).toEqual([])
  }, browserTestMs)

  /** Pairs like a user: the code is shown, and the shop's phone scans it. */
  async function pair() {
    const { db } = world.ctx(1)
    db.delete(connectionQueueTable).where(eq(connectionQueueTable.queueId, 2)).run()
    const connection = () => db.select().from(connectionTable).get()
    connections.start(1, 1)
    await until(() => connection()?.status === 'qrcode', 'the code')
    const account = await whatsapp.phone(shopNumber).scan(connection()?.qrcode ?? '')
    await until(() => connection()?.status === 'CONNECTED', 'the connection')
    return account
  }

  return {
    world: () => world,
    whatsapp: () => whatsapp,
    shop: () => shop,
    maria: () => whatsapp.phone(phones[1], { name: 'Dona Maria' }),
    person: (number: string, name: string): Phone => whatsapp.phone(number, { name }),
    setConnection(values: Partial<typeof connectionTable.$inferInsert>) {
      world.ctx(1).db.update(connectionTable).set(values).run()
    },
    async open(person: Person | undefined, options?: WindowOptions): Promise<Page> {
      const opened = await openWindow(browser(), world, person, options)
      windows.push(opened)
      return opened.page
    },
  }
}
