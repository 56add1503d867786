import { expect, test } from 'bun:test'
import { withSource } from '../../testing/move-in/read-text'

const dumpOf = (tables: Record<string, string>) =>
  Buffer.from(
    Object.entries({ Users: 'id', Contacts: 'id number', Tickets: 'id status', Whatsapps: 'id name', ...tables })
      .map(([table, names]) => {
        const columns = names.split(' ').map((name) => `"${name}"`)
        const rows = `${columns.map((_, index) => index + 1).join('\t')}\n`
        return `CREATE TABLE "${table}" (${columns.map((name) => `${name} text`).join(', ')});\nCOPY "${table}" (${columns.join(', ')}) FROM stdin;\n${rows}\\.\n`
      })
      .join('\n'),
  )

test.each([
  ['without companies', { Messages: 'id body' }, 'C'],
  ['whose messages have numbers and a wid', { Companies: 'id', Messages: 'id wid body' }, 'G'],
  ['as Ticketz was before it had most of its tables', { Companies: 'id', Messages: 'id body companyId' }, 'T'],
  [
    'with flows, whose messages have no wid',
    { Companies: 'id', Messages: 'id body isPrivate', FlowBuilders: 'id company_id flow', Chatbots: 'id' },
    'G',
  ],
  [
    'with the keys of sessions',
    { Companies: 'id language', Messages: 'id thumbnailUrl', BaileysKeys: 'whatsappId type key value' },
    'T',
  ],
] as const)('an installation %s', async (_, tables, dialect) => {
  await withSource(dumpOf(tables), ({ summary }) => expect(summary.dialect).toBe(dialect))
})

test('what an older installation lacks has the default, and what a fork has more is reported and kept', async () => {
  const tables = {
    Companies: 'id name segment',
    Messages: 'id wid body',
    Whatsapps: 'id name token',
    Kanban: 'id',
    SequelizeMeta: 'name',
  }
  await withSource(dumpOf(tables), ({ summary, rows }) => {
    expect(summary.unknownTables).toEqual({ Kanban: 1 })
    expect(summary.unknownColumns).toEqual({ Companies: ['segment'] })
    expect(summary.missingColumns['Messages']?.slice(0, 4)).toEqual(['ack', 'read', 'mediaType', 'mediaUrl'])
    expect(summary.missingColumns['Queues']).toBeUndefined()
    expect(summary.counts).toEqual({ Companies: 1, Contacts: 1, Messages: 1, Tickets: 1, Users: 1, Whatsapps: 1 })
    expect(rows('SELECT segment, status FROM Companies')).toEqual([{ segment: '3', status: 't' }])
    expect(rows('SELECT body, ack, "read", isPrivate, dataJson FROM Messages')).toEqual([
      { body: '3', ack: '0', read: 'f', isPrivate: 'f', dataJson: null },
    ])
    expect(rows('SELECT token, provider, timeUseBotQueues, allowGroup FROM Whatsapps')).toEqual([
      { token: '3', provider: 'stable', timeUseBotQueues: '0', allowGroup: 'f' },
    ])
    expect(rows('SELECT * FROM Queues')).toEqual([])
  })
})
