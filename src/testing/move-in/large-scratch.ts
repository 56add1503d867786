import { createScratchFile } from '../../move-in/source/scratch-file'

/** A system of dialect G with one company, for measuring. */
export function writeLargeScratch(path: string, { messages = 1_000_000, contacts = 20_000, files = 0 } = {}) {
  const scratch = createScratchFile(path)
  const seconds = Date.UTC(2024, 0, 1) / 1000
  const at = (second: number) =>
    `${new Date((seconds + second) * 1000).toISOString().slice(0, 19).replace('T', ' ')}.${second % 1000}+00`
  const counts: Record<string, number> = {}
  function fill(table: string, columns: readonly string[], count: number, row: (index: number) => (string | null)[]) {
    scratch.createTable(table, columns)
    const insert = scratch.inserter(table, columns)
    for (let index = 0; index < count; index++) insert(row(index))
    counts[table] = count
  }
  const times = (second: number) => [at(second), at(second)]
  fill('Plans', ['id', 'name', 'users', 'createdAt', 'updatedAt'], 1, () => ['1', 'Grande', '50', ...times(0)])
  fill('Companies', ['id', 'name', 'planId', 'status', 'createdAt', 'updatedAt'], 1, () => [
    '1',
    'Grande',
    '1',
    't',
    ...times(0),
  ])
  fill(
    'Users',
    ['id', 'name', 'email', 'passwordHash', 'profile', 'companyId', 'createdAt', 'updatedAt'],
    20,
    (index) => [
      ...[String(index + 1), `Pessoa ${index}`, `p${index}@grande.test`, 'x', index === 0 ? 'admin' : 'user', '1'],
      ...times(index),
    ],
  )
  fill('Queues', ['id', 'name', 'color', 'companyId', 'createdAt', 'updatedAt'], 5, (index) => [
    ...[String(index + 1), `Fila ${index}`, `#00000${index}`, '1'],
    ...times(index),
  ])
  fill('Whatsapps', ['id', 'name', 'isDefault', 'companyId', 'createdAt', 'updatedAt'], 1, () => [
    '1',
    'Linha',
    't',
    '1',
    ...times(0),
  ])
  fill('Contacts', ['id', 'name', 'number', 'companyId', 'whatsappId', 'createdAt', 'updatedAt'], contacts, (index) => [
    ...[String(index + 1), `Contato ${index} 😀`, String(5511900000000 + index), '1', '1'],
    ...times(index),
  ])
  const tickets = contacts * 3
  fill(
    'Tickets',
    ['id', 'uuid', 'status', 'contactId', 'userId', 'whatsappId', 'queueId', 'companyId', 'createdAt', 'updatedAt'],
    tickets,
    (index) => [
      ...[
        String(index + 1),
        `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        index < tickets - contacts ? 'closed' : 'open',
        String((index % contacts) + 1),
      ],
      ...[String((index % 20) + 1), '1', String((index % 5) + 1), '1', ...times(index * 10)],
    ],
  )
  const words =
    'pedido entrega amanhã boleto nota fiscal obrigado bom dia produto tamanho preço desconto loja endereço'.split(' ')
  const columns = [
    'id',
    'wid',
    'body',
    'ack',
    'read',
    'fromMe',
    'ticketId',
    'contactId',
    'companyId',
    'quotedMsgId',
    'mediaType',
    'mediaUrl',
    'dataJson',
    'createdAt',
    'updatedAt',
  ]
  fill('Messages', columns, messages, (index) => {
    const ticket = Math.floor((index / messages) * tickets)
    const body = Array.from(
      { length: 4 + (index % 9) },
      (_, word) => words[(index * 7 + word * 3) % words.length],
    ).join(' ')
    return [
      ...[
        String(index + 1),
        `3EB0${index.toString(16).padStart(16, '0')}`,
        body,
        '3',
        't',
        index % 2 ? 't' : 'f',
        String(ticket + 1),
      ],
      ...[
        String((ticket % contacts) + 1),
        '1',
        index % 20 === 19 ? String(index) : null,
        index < files ? 'image' : 'conversation',
        index < files ? `foto-${index}.png` : null,
        JSON.stringify({ key: { id: index }, message: { conversation: body } }),
      ],
      ...times(index),
    ]
  })
  scratch.finish({
    dialect: 'G',
    kind: 'custom',
    fingerprint: 'large',
    unknownTables: {},
    unknownColumns: {},
    missingColumns: {},
    counts,
  })
}
