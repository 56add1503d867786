import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeScratch } from '../../testing/move-in/scratch'
import { openScratchFile, readSummary } from './scratch-file'

const folder = mkdtempSync(join(tmpdir(), 'recado-scratch-'))
const path = join(folder, 'scratch.sqlite')

test('a scratch file has every table and column of its dialect, with the defaults of what the source lacks', () => {
  try {
    const written = writeScratch(
      path,
      'T',
      {
        Tickets: [
          {
            id: 1,
            status: 'open',
            createdAt: new Date('2025-01-02T03:04:10.670Z'),
            companyId: 3,
            'a "new" one': { n: 1 },
          },
        ],
        Messages: [{ id: 'A', body: null, fromMe: true, ticketId: 1, createdAt: new Date('2025-01-02T03:04:10.000Z') }],
      },
      { unknownColumns: { Tickets: ['a "new" one'] } },
    )
    expect(statSync(path).mode & 0o777).toBe(0o600)
    using scratch = openScratchFile(path)
    expect(readSummary(scratch)).toEqual(written)
    expect(written.counts).toEqual({ Tickets: 1, Messages: 1 })
    expect(scratch.query('SELECT * FROM Tickets').get()).toMatchObject({
      id: '1',
      status: 'open',
      createdAt: '2025-01-02 03:04:10.67+00',
      companyId: '3',
      'a "new" one': '{"n":1}',
      lastMessage: '',
      chatbot: 'f',
      uuid: null,
      channel: 'whatsapp',
    })
    expect(scratch.query('SELECT body, fromMe, isEdited, createdAt, channel FROM Messages').get()).toEqual({
      body: null,
      fromMe: 't',
      isEdited: 'f',
      createdAt: '2025-01-02 03:04:10+00',
      channel: 'whatsapp',
    })
    expect(scratch.query('SELECT * FROM BaileysKeys').all()).toEqual([])
    expect(() => scratch.query('SELECT * FROM FlowBuilders').all()).toThrow('no such table')
    expect(
      JSON.stringify(scratch.query('EXPLAIN QUERY PLAN SELECT * FROM Messages WHERE ticketId = ?').all('1')),
    ).toContain('USING INDEX Messages.ticketId')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
