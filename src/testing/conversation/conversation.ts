import { messageTable, outboundChangeTable } from '../../message/message.tables'
import { forgetSettings } from '../../setting/setting.queries'
import { settingTable } from '../../setting/setting.tables'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import { ticketTable } from '../../ticket/ticket.tables'
import { messageEvent, receive } from './inbound'
import type { Person } from '../world/people'
import type { World } from '../world/world'

/** Creates a ticket: Dona Maria wrote to Vendas of Acme, and the agent accepted. Its id is 1. */
export function openTicket(world: World, agent: Person = world.bruno) {
  receive(world, 1, messageEvent({ text: 'Olá' }))
  setTicketQueue(world.ctx(1), 1, 1)
  acceptTicket(world.ctxAs(agent), 1)
}

export function setSetting(world: World, key: string, value: string) {
  const { db } = world.ctx(1)
  db.insert(settingTable).values({ key, value }).onConflictDoUpdate({ target: settingTable.key, set: { value } }).run()
  forgetSettings(world.ctx(1))
}

export const listMessageRows = (world: World, companyId = 1) =>
  world.ctx(companyId).db.select().from(messageTable).all()
export const listChangeRows = (world: World) => world.ctx(1).db.select().from(outboundChangeTable).all()
export const findTicketRowOf = (world: World, id = 1) =>
  world
    .ctx(1)
    .db.select()
    .from(ticketTable)
    .all()
    .find((one) => one.id === id)
