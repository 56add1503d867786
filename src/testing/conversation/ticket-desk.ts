import type { TicketLogEntry } from '../../ticket/ticket.answers'
import type { Caller, World } from '../world/world'
import { addTicket } from './tickets'

/** What tests of tickets do in Acme. Its world and admin may be another in each test. */
export function createTicketDesk(now: () => { world: World; ana: Caller }) {
  const acme = () => now().world.ctx(1)
  return {
    acme,
    sql: (text: string, ...values: (string | number)[]) => acme().company.sqlite.run(text, values),
    enable: (key: string) => now().ana.put('/companySettings', { column: key, data: 'enabled' }),
    open: (queueId = 1, userId = 2) => addTicket(acme(), { status: 'open', queueId, userId }),
    log: async (id: number): Promise<TicketLogEntry['type'][]> =>
      (await now().ana.get(`/tickets-log/${id}`)).body['map']((entry: TicketLogEntry) => entry.type).reverse(),
  }
}
