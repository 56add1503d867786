import type { Dialect } from '../../move-in/source/source'
import { type FamilyRow, type FamilyRows, type FamilySize, type Random, rowsOf } from './family-values'
import { hardTexts } from './hard-texts'

const minute = 60_000
const begin = Date.UTC(2023, 0, 1)

/** Contacts, tickets and messages. Those of company 2 have ids from 2001. */
export function conversationRows(dialect: Dialect, random: Random, size: FamilySize): FamilyRows {
  const rows: FamilyRows = {}
  for (let company = 1; company <= size.companies; company++) {
    for (const [table, added] of Object.entries(rowsOfCompany(dialect, random, size, company))) {
      rows[table] = [...(rows[table] ?? []), ...added]
    }
  }
  return rows
}

function rowsOfCompany(dialect: Dialect, random: Random, size: FamilySize, company: number): FamilyRows {
  const base = company * 1000
  const inCompany: FamilyRow = dialect === 'C' ? {} : { companyId: company }
  const contacts = rowsOf(size.contacts, (index) => ({
    id: base + index + 1,
    name: index % 3 === 0 ? nameOf(index) : hardTexts[index % hardTexts.length]?.slice(0, 200),
    number: numberOf(index),
    email: index === 0 ? 'zé@exemplo.test' : '',
    isGroup: index === 4,
    profilePicUrl: index % 2 === 0 ? null : `https://pps.whatsapp.net/v/${index}.jpg?a=1&b="2"`,
    ...inCompany,
    ...times(index * 60),
  }))
  const tickets = rowsOf(size.tickets, (index) => ({
    id: base + index + 1,
    // The second active ticket of a contact on a connection is what their systems should not have.
    status: index < 2 ? 'open' : ['closed', 'pending', 'closed', 'closed'][index % 4],
    lastMessage: hardTexts[index % hardTexts.length],
    contactId: index < 2 ? base + 1 : base + 1 + random.below(size.contacts),
    userId: index % 3 === 0 ? company * 10 + 1 : null,
    whatsappId: company * 10 + 1,
    queueId: index % 2 === 0 ? company * 10 + 1 : null,
    unreadMessages: index % 5,
    isGroup: false,
    ...(dialect !== 'C' && {
      uuid: `00000000-0000-4000-8000-${String(base + index + 1).padStart(12, '0')}`,
      chatbot: index % 7 === 0,
    }),
    ...inCompany,
    ...times(index * 120),
  }))
  const messages = rowsOf(size.messages, (index) => messageOf({ dialect, random, index, base, tickets, inCompany }))
  const extras: FamilyRows = {
    ContactCustomFields: [{ id: company, name: 'CPF', value: '000.000.000-00\t', contactId: base + 1, ...times(1) }],
  }
  if (dialect === 'C') return { Contacts: contacts, Tickets: tickets, Messages: messages, ...extras }
  return {
    Contacts: contacts,
    Tickets: tickets,
    Messages: messages,
    ...extras,
    TicketTags: [{ ticketId: base + 1, tagId: company * 10 + 1, ...times(2) }],
    ContactTags: [{ contactId: base + 1, tagId: company * 10 + 1, ...times(2) }],
    TicketNotes: [
      {
        id: company,
        note: 'Cliente "difícil"\nligar às 9h',
        contactId: base + 1,
        ticketId: base + 1,
        userId: company * 10 + 1,
        ...times(3),
      },
    ],
    TicketTraking: tickets.map(({ id }, index) => ({
      id,
      ticketId: id,
      companyId: company,
      whatsappId: company * 10 + 1,
      queuedAt: new Date(begin + index * 120 * minute),
      startedAt: new Date(begin + (index * 120 + 5) * minute + 1),
      ...times(index * 120),
    })),
    UserRatings: [
      { id: company, ticketId: base + 3, companyId: company, userId: company * 10 + 1, rate: 3, ...times(4) },
    ],
    WhatsappLidMaps: [
      { id: company, lid: '123456789012345@lid', companyId: company, contactId: base + 1, ...times(5) },
    ],
    ...(dialect === 'T' && {
      OldMessages: [{ id: company, messageId: `MSG${base}A3`, body: 'antes \\N', ticketId: base + 1, ...times(6) }],
    }),
  }
}

interface MessageOrder {
  dialect: Dialect
  random: Random
  index: number
  base: number
  tickets: readonly FamilyRow[]
  inCompany: FamilyRow
}

function messageOf({ dialect, random, index, base, tickets, inCompany }: MessageOrder): FamilyRow {
  const ticket = random.pick(tickets)
  const idOf = (number: number) => (dialect === 'G' ? base * 1000 + number : `MSG${base}A${number}`)
  const media = index % 6 === 5
  return {
    id: idOf(index),
    ...(dialect === 'G' && { wid: `WID${base}A${index}`, isPrivate: index % 11 === 3 }),
    body:
      index < hardTexts.length * 2
        ? hardTexts[index % hardTexts.length]
        : `Mensagem ${index} ${'é'.repeat(random.below(40))}`,
    ack: random.below(5),
    read: index % 2 === 0,
    fromMe: index % 3 === 0,
    isDeleted: index % 17 === 0,
    mediaType:
      index === 50
        ? 'locationMessage'
        : media
          ? random.pick(['image', 'audio', 'video', 'application', 'document', 'locationMessage'])
          : random.pick(['chat', 'conversation', null]),
    mediaUrl: media ? mediaNames[index % mediaNames.length] : null,
    ticketId: ticket['id'],
    contactId: index % 3 === 0 ? null : ticket['contactId'],
    quotedMsgId: index % 9 === 8 ? idOf(index - 3) : null,
    ...inCompany,
    ...(dialect !== 'C' && {
      isEdited: index % 13 === 0,
      remoteJid: '5511987654321@s.whatsapp.net',
      participant: index % 8 === 0 ? '123456789012345@lid' : null,
      dataJson:
        index === 50
          ? hugeJson()
          : JSON.stringify({
              key: { id: idOf(index), fromMe: false },
              message: { conversation: hardTexts[index % hardTexts.length] },
            }),
    }),
    ...times(index * 15),
  }
}

/** As mediaUrl holds them: names from strangers, and paths that lead out of the folder. */
const mediaNames = [
  '../../../../etc/passwd',
  '1690000000000-foto ção.jpg',
  'media/1/2/3/abc/áudio (1).ogg',
  '..\\..\\windows\\system32',
  'missing.pdf',
  '/etc/passwd',
  'a%2e%2e%2fb.png',
  'it\'s "quoted".jpeg',
]

/** A photo's thumbnail and a long text, as WhatsApp's protocol sends them. */
const hugeJson = () =>
  JSON.stringify({ message: { jpegThumbnail: 'A/+9'.repeat(30_000), text: 'linha\n"aspas" \\ barra\t'.repeat(2000) } })

const times = (minutes: number): FamilyRow => ({
  createdAt: new Date(begin + minutes * minute + (minutes % 1000)),
  updatedAt: new Date(begin + (minutes + 1) * minute),
})

const nameOf = (index: number) => (index === 0 ? 'Dona Maria 🌻' : `Cliente ${index}`)

/** The first two are one person, with and without the ninth digit; the fifth is a group. */
function numberOf(index: number) {
  if (index === 0) return '5511987654321'
  if (index === 1) return '551187654321'
  if (index === 4) return '120363041234567890'
  return `55119${String(70000000 + index)}`
}
