import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openTicket } from './testing/conversation/conversation'
import { setSwitches } from './testing/conversation/tickets'
import { type Caller, createWorld, signIn, type World } from './testing/world/world'

let world: World
let ana: Caller, bruno: Caller
beforeAll(async () => {
  world = await createWorld()
  openTicket(world)
  ;({ ana, bruno } = await signIn(world, 'ana', 'bruno'))
})
afterAll(() => world.stop())

/** Returns the missing field names, with `a.b` for nested ones. */
function missing(record: Record<string, any>, names: string) {
  return names.split(' ').filter((name) => {
    const steps = name.split('.')
    const holder = steps.slice(0, -1).reduce((at, step) => at?.[step], record)
    return holder?.[steps.at(-1) ?? ''] === undefined
  })
}

const ticketNames = `id uuid status queue.name queue.color queueId contact contactId channel whatsapp.name
  whatsapp.groupAsTicket whatsappId user.id user.name user.color userId tags lastMessage unreadMessages updatedAt isGroup
  isBot useIntegration userRating userClosePendingTicket amount`.replace(/\s+/g, ' ')
const messageNames = `id body fromMe ack isDeleted isEdited isForwarded isPrivate mediaType mediaUrl quotedMsg createdAt
  ticketId ticket queueId queue.name contact dataJson`.replace(/\s+/g, ' ')
const userNames = `id companyId company.name company.dueDate name email profile super startWork endWork farewellMessage
  allTicket allowGroup defaultTheme defaultMenu allHistoric allUserChat userClosePendingTicket showDashboard allowRealTime
  allowConnections phone whatsappId queues queueIds profileImage online defaultTicketsManagerWidth`.replace(/\s+/g, ' ')
const contactNames = `id name number email urlPicture active disableBot acceptAudioMessage lgpdAcceptedAt whatsapp tags
  extraInfo channel lastMessage`.replace(/\s+/g, ' ')

test('every record has the fields of the specification under their names', async () => {
  const { body: note } = await bruno.post('/ticket-notes', { note: 'Prefere de manhã', ticketId: 1, contactId: 1 })
  const [listed] = (await bruno.get('/tickets?status=open')).body['tickets']
  const opened = (await bruno.get(`/tickets/u/${listed.uuid}`)).body
  const [message] = (await bruno.get('/messages/1')).body['messages']
  const [entry] = (await bruno.get('/tickets-log/1')).body as Record<string, any>[]
  const { body: tag } = await bruno.post('/tags', { name: 'Cliente fiel', color: '#0b7285', kanban: 0 })
  const dashboard = (await ana.get('/dashboard')).body
  expect({
    ticket: missing(listed, ticketNames),
    opened: missing(opened, `${ticketNames} notes`),
    message: missing(message, messageNames),
    note: missing(note, 'id note user.name createdAt ticketId contactId'),
    entry: missing(entry ?? {}, 'type user queue createdAt'),
    user: missing((await ana.get('/users/2')).body, userNames),
    listedUser: missing((await ana.get('/users/')).body['users'][0], userNames),
    contact: missing((await bruno.get('/contacts/1')).body, contactNames),
    tag: missing(tag, 'id name color kanban'),
    counters: missing(
      dashboard['counters'],
      'supportHappening supportPending supportFinished supportGroups leads avgSupportTime avgWaitTime activeTickets passiveTickets npsScore npsPromotersPerc npsDetractorsPerc npsPassivePerc tickets waitRating withoutRating withRating percRating',
    ),
    attendant: missing(dashboard['attendants'][0], 'name rating countRating tickets avgWaitTime avgSupportTime online'),
  }).toEqual({
    ticket: [],
    opened: [],
    message: [],
    note: [],
    entry: [],
    user: [],
    listedUser: [],
    contact: [],
    tag: [],
    counters: [],
    attendant: [],
  })
  expect(opened['notes']).toEqual([note])
  expect(listed.user).toEqual({ id: 2, name: 'Bruno Lima', color: expect.stringMatching(/^#[0-9a-f]{6}$/) })
  expect((await ana.get('/users/2')).body['company']).toEqual({
    name: 'Acme',
    dueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
})

test('whether pending tickets may be ignored is only in answers, never in shared live events', async () => {
  const shownTo = async (caller: typeof ana) => (await caller.get('/tickets/1')).body['userClosePendingTicket']
  setSwitches(world.ctx(1), 2, { user_close_pending_ticket: false })
  expect([await shownTo(ana), await shownTo(bruno)]).toEqual(['enabled', 'disabled'])
  setSwitches(world.ctx(1), 2, { user_close_pending_ticket: true })
  expect(await shownTo(bruno)).toBe('enabled')
  world.published.length = 0
  await bruno.put('/tickets/1', { amount: 10 })
  const [published] = world.published.filter(({ event }) => event === 'company-1-ticket')
  expect(published?.data['ticket']).toMatchObject({ id: 1, amount: 10, user: { name: 'Bruno Lima' } })
  expect(published?.data['ticket']).not.toHaveProperty('userClosePendingTicket')
})
