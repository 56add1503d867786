import { expect, test } from 'bun:test'
import { at, admin, contact, createBakery, line, ticket, times } from '../../testing/move-in/bakery'

const { move } = createBakery()

test('menus become options within options, and a lost target shows', async () => {
  const levels = Array.from({ length: 9 }, (_, level) => {
    return { id: 11 + level, name: `Nível ${level + 1}`, ...(level > 0 && { chatbotId: 10 + level }), ...times(6) }
  })
  const { all, notes, table } = await move('G', {
    Queues: [
      { id: 1, name: 'Vendas', color: '#123456', companyId: 3, ...times(1) },
      { id: 2, name: 'Funda', color: '#654321', companyId: 3, ...times(1) },
    ],
    Chatbots: [
      ...levels.map((level, at) => (at > 0 ? level : { ...level, queueId: 2 })),
      { id: 1, name: 'Preços', queueId: 1, greetingMessage: 'Veja', ...times(2) },
      { id: 2, name: 'Falar com Rosa', chatbotId: 1, queueType: 'attendent', optUserId: 5, ...times(3) },
      { id: 3, name: 'Outra fila', chatbotId: 1, queueType: 'queue', optQueueId: 77, ...times(4) },
      { id: 4, name: 'De outra empresa', queueId: 99, ...times(5) },
    ],
  })
  expect(
    all('SELECT parent_id, position, name, queue_type, opt_user_id, lost_target FROM chatbot WHERE queue_id = 1'),
  ).toEqual([
    { parent_id: null, position: 0, name: 'Preços', queue_type: 'text', opt_user_id: null, lost_target: 0 },
    { parent_id: 1, position: 0, name: 'Falar com Rosa', queue_type: 'attendent', opt_user_id: 1, lost_target: 0 },
    { parent_id: 1, position: 1, name: 'Outra fila', queue_type: 'queue', opt_user_id: null, lost_target: 1 },
  ])
  expect(all('SELECT chatbot_count, lost_target_count FROM queue')).toEqual([
    { chatbot_count: 3, lost_target_count: 1 },
    { chatbot_count: 8, lost_target_count: 0 },
  ])
  expect(table('Chatbots')).toMatchObject({ written: 11, skipped: 1 })
  expect(notes).toEqual(['Option Outra fila: where it leads is gone'])
})

test('a flow with an unknown node is inactive, and named; the phrase of another runs', async () => {
  const start = { id: 'a', type: 'start', position: { x: 0, y: 0 }, data: {} }
  const said = { id: 'b', type: 'message', position: { x: 9, y: 0 }, data: { label: 'Olá' } }
  const connections = [{ id: 'e', source: 'a', target: 'b' }]
  const { all, notes } = await move('G', {
    Whatsapps: [{ ...line, flowIdWelcome: 2 }],
    FlowBuilders: [
      {
        id: 1,
        name: 'Estranho',
        active: true,
        company_id: 3,
        flow: { nodes: [start, { ...said, type: 'openai' }], connections },
        ...times(1),
      },
      { id: 2, name: 'Bom', active: true, company_id: 3, flow: { nodes: [start, said], connections }, ...times(2) },
    ],
    FlowCampaigns: [
      { id: 1, companyId: 3, name: 'Oi', flowId: 2, phrase: 'oi', whatsappIds: '["9"]', status: true, ...times(3) },
    ],
    FlowDefaults: [{ id: 1, companyId: 3, flowIdNotPhrase: 2, ...times(3) }],
  })
  expect(all('SELECT name, active FROM flow')).toEqual([
    { name: 'Estranho', active: 0 },
    { name: 'Bom', active: 1 },
  ])
  expect(notes).toEqual(['The flow Estranho is inactive: the node openai is not known here'])
  expect(all('SELECT flow_id, connection_id, phrase FROM flow_campaign')).toEqual([
    { flow_id: 2, connection_id: 1, phrase: 'oi' },
  ])
  expect(
    all("SELECT options ->> '$.flowIdWelcome' AS welcome, options ->> '$.flowIdNotPhrase' AS other FROM connection"),
  ).toEqual([{ welcome: 2, other: 2 }])
})

test('nothing is sent or begins: schedules wait without a job, campaigns are stopped', async () => {
  const later = new Date(Date.now() + 86_400_000)
  const { all } = await move('G', {
    Whatsapps: [line],
    Contacts: [contact],
    Schedules: [
      { id: 1, body: 'Passado', sendAt: at(9), contactId: 20, companyId: 3, status: 'PENDENTE', ...times(4) },
      { id: 2, body: 'Futuro', sendAt: later, contactId: 20, companyId: 3, status: 'PENDENTE', ...times(4) },
      {
        id: 3,
        body: 'Enviado',
        sendAt: at(9),
        sentAt: at(9),
        contactId: 20,
        companyId: 3,
        status: 'ENVIADA',
        ...times(4),
      },
    ],
    ContactLists: [{ id: 1, name: 'Todos', companyId: 3, ...times(4) }],
    ContactListItems: [
      {
        id: 1,
        name: 'Zé',
        number: '5511988880009',
        contactListId: 1,
        companyId: 3,
        isWhatsappValid: true,
        ...times(4),
      },
      { id: 2, name: 'Zé', number: '551188880009', contactListId: 1, companyId: 3, ...times(4) },
    ],
    Campaigns: [
      {
        id: 1,
        name: 'Agora',
        message1: 'Oi',
        status: 'EM_ANDAMENTO',
        companyId: 3,
        contactListId: 1,
        whatsappId: 9,
        ...times(5),
      },
      {
        id: 2,
        name: 'Logo',
        message1: 'Oi',
        status: 'PROGRAMADA',
        scheduledAt: later,
        companyId: 3,
        contactListId: 1,
        whatsappId: 9,
        ...times(5),
      },
    ],
    CampaignShipping: [
      { id: 1, number: '5511988880009', message: 'Oi', campaignId: 1, deliveredAt: at(6), ...times(5) },
      { id: 2, number: '5511977770000', message: 'Oi', campaignId: 1, ...times(5) },
    ],
  })
  expect(all('SELECT body, status, error FROM schedule ORDER BY id')).toEqual([
    { body: 'Passado', status: 'ERRO', error: 'ERR_NOT_SENT_BEFORE_MOVE' },
    { body: 'Futuro', status: 'PENDENTE', error: '' },
    { body: 'Enviado', status: 'ENVIADA', error: '' },
  ])
  expect(all('SELECT name, status, waiting, sent FROM campaign ORDER BY id')).toEqual([
    { name: 'Agora', status: 'CANCELADA', waiting: 1, sent: 1 },
    { name: 'Logo', status: 'INATIVA', waiting: 0, sent: 0 },
  ])
  expect(all('SELECT items, valid FROM contact_list')).toEqual([{ items: 1, valid: 1 }])
  expect(all("SELECT kind FROM job WHERE kind NOT LIKE 'media.%'")).toEqual([])
  expect(all('SELECT * FROM outbound_change')).toEqual([])
})

test('Ticketz: locations, cards, edits, groups, and one id in two tickets', async () => {
  const card = 'BEGIN:VCARD\nFN:Bia\nTEL:+5511\nEND:VCARD'
  const group = { id: 21, name: 'Família', number: '120363000000000001', isGroup: true, companyId: 3, ...times(3) }
  const { all, table } = await move('T', {
    Whatsapps: [line],
    Contacts: [contact, group],
    Tickets: [ticket, { ...ticket, id: 31, contactId: 21, isGroup: true, status: 'open' }],
    TicketTraking: [{ id: 1, ticketId: 30, companyId: 3, userId: 5, startedAt: at(6), finishedAt: at(8), ...times(5) }],
    UserRatings: [{ id: 1, ticketId: 30, companyId: 3, userId: 5, rate: 4, ...times(9) }],
    TicketNotes: [{ id: 1, note: 'Cuidado', userId: 5, contactId: 20, ticketId: 30, ...times(9) }],
    Messages: [
      { id: 'X', body: 'primeiro', ticketId: 30, contactId: 20, companyId: 3, ...times(6) },
      { id: 'X', body: 'de novo', ticketId: 31, contactId: 20, companyId: 3, ...times(7) },
      {
        id: 'L',
        body: 'data:image/png;base64, AAAA|https://maps.google.com/maps?q=-23.5%2C-46.6&z=17|Praça',
        mediaType: 'locationMessage',
        ticketId: 30,
        contactId: 20,
        companyId: 3,
        ...times(8),
      },
      {
        id: 'K',
        body: card,
        mediaType: 'contactMessage',
        ticketId: 30,
        contactId: 20,
        companyId: 3,
        quotedMsgId: 'X',
        ...times(9),
      },
      {
        id: 'E',
        body: 'novo',
        isEdited: true,
        isDeleted: true,
        ticketId: 30,
        companyId: 3,
        fromMe: true,
        createdAt: at(10),
        updatedAt: at(11),
      },
      { id: 'N', body: null, ticketId: 30, contactId: 20, companyId: 3, ...times(12) },
    ],
    OldMessages: [{ id: 1, messageId: 'E', body: 'velho', ticketId: 30, ...times(11) }],
  })
  expect(table('Messages')).toMatchObject({ read: 6, written: 6, skipped: 0 })
  expect(table('OldMessages')).toMatchObject({ merged: 1 })
  expect(
    all(
      'SELECT body, provider_id, quoted_message_id AS quoted, is_deleted AS deleted, edited_at AS edited FROM message',
    ),
  ).toEqual([
    { body: 'primeiro', provider_id: 'X', quoted: null, deleted: 0, edited: null },
    { body: 'de novo', provider_id: null, quoted: null, deleted: 0, edited: null },
    { body: 'Praça', provider_id: 'L', quoted: null, deleted: 0, edited: null },
    { body: 'Bia', provider_id: 'K', quoted: 1, deleted: 0, edited: null },
    { body: 'novo', provider_id: 'E', quoted: null, deleted: 1, edited: at(11).getTime() },
    { body: '', provider_id: 'N', quoted: null, deleted: 0, edited: null },
  ])
  expect(
    all("SELECT data ->> '$.location.latitude' AS latitude FROM message WHERE media_type = 'locationMessage'"),
  ).toEqual([{ latitude: -23.5 }])
  expect(
    all('SELECT rating, rating_user_id AS who, started_at AS began, closed_at AS ended FROM ticket WHERE id = 1'),
  ).toEqual([{ rating: 4, who: 1, began: at(6).getTime(), ended: at(8).getTime() }])
  expect(all('SELECT note, user_id FROM ticket_note')).toEqual([{ note: 'Cuidado', user_id: 1 }])
  expect(
    all('SELECT sum(rated) AS rated, sum(finished) AS finished, sum(support_ms) AS ms FROM attendance_hour'),
  ).toEqual([{ rated: 1, finished: 1, ms: 120_000 }])
  expect(all("SELECT kind, value FROM contact_identity WHERE kind = 'group'")).toEqual([
    { kind: 'group', value: '120363000000000001' },
  ])
})

test('the oldest dialect is one company', async () => {
  const { all, report, moved } = await move('C', {
    Users: [{ ...admin, companyId: undefined }],
    Whatsapps: [{ ...line, companyId: undefined }],
    Contacts: [{ ...contact, companyId: undefined }],
    Tickets: [{ ...ticket, companyId: undefined }],
    Messages: [{ id: 'A', body: 'Oi', ticketId: 30, contactId: 20, ...times(6) }],
    Settings: [
      { key: 'userCreation', value: 'disabled', ...times(0) },
      { key: 'estranha', value: '1', ...times(0) },
    ],
    QuickAnswers: [{ id: 1, shortcut: '/oi', message: 'Olá!', ...times(1) }],
  })
  expect(report.companies.length).toBe(1)
  expect(
    moved?.tables
      .find(({ table }) => table === 'Settings')
      ?.reasons.map(({ reason, of }) => `${reason} ${of}`)
      .toSorted(),
  ).toEqual(['settingUnknown estranha', 'settingUnknown userCreation'])
  expect(all('SELECT shortcode, message, geral FROM quick_message')).toEqual([
    { shortcode: 'oi', message: 'Olá!', geral: 1 },
  ])
  expect(all('SELECT body FROM message')).toEqual([{ body: 'Oi' }])
})
