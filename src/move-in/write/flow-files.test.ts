import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dot } from '../../testing/media/dot'
import { createBakery, line, times } from '../../testing/move-in/bakery'

const { bakery, move } = createBakery()

function place(path: string, bytes: Uint8Array | string = dot) {
  const whole = join(bakery().folder, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, bytes)
}

const start = { id: 'a', type: 'start', position: { x: 0, y: 0 }, data: {} }
const drawn = (nodes: object[]) => ({
  nodes: [start, ...nodes],
  connections: nodes.map((_, index) => ({
    id: `e${index}`,
    source: index ? `n${index - 1}` : 'a',
    target: `n${index}`,
  })),
})
const picture = (index: number, url: string) => ({
  id: `n${index}`,
  type: 'img',
  position: { x: 9, y: 0 },
  data: { url, original: 'loja.png' },
})
const block = (index: number, value: string) => ({
  id: `n${index}`,
  type: 'singleBlock',
  position: { x: 9, y: 0 },
  data: {
    seq: ['message0', 'img0'],
    elements: [
      { number: 'message0', type: 'message', value: 'Veja' },
      { number: 'img0', type: 'img', value, original: 'pão.png' },
    ],
  },
})

test('files of nodes come; a flow without one of them is inactive, and gets it later', async () => {
  place('public/company3/loja.png')
  place('public/company3/flow/pao.png')
  place('public/company4/flow/deles.png')
  const flow = (id: number, name: string, nodes: object[]) => ({
    id,
    name,
    active: true,
    company_id: 3,
    flow: drawn(nodes),
    ...times(id),
  })
  const tables = {
    Whatsapps: [line],
    FlowBuilders: [
      flow(1, 'Inteiro', [picture(0, 'https://api.test/public/company3/loja.png'), block(1, 'pao.png')]),
      flow(2, 'Sem foto', [picture(0, 'falta.png'), block(1, 'pao.png')]),
      flow(3, 'De fora', [picture(0, '../../etc/passwd'), picture(1, 'deles.png')]),
    ],
  }
  const { all, moved, notes } = await move('G', tables)
  const flows = () => all('SELECT name, active FROM flow ORDER BY id')
  expect(moved?.media).toEqual({ found: 3, missing: 3 })
  expect(flows()).toEqual([
    { name: 'Inteiro', active: 1 },
    { name: 'Sem foto', active: 0 },
    { name: 'De fora', active: 0 },
  ])
  expect(notes).toContain('The flow Sem foto is inactive: falta.png is missing')
  expect(
    all(`SELECT node.value ->> '$.data.url' IN (SELECT key FROM media WHERE kind = 'flow') AS url,
      node.value ->> '$.data.elements[1].value' IN (SELECT key FROM media WHERE kind = 'flow') AS element
      FROM flow_version, json_each(nodes) node WHERE flow_id = 1 AND version = 2 AND node.key > 0`),
  ).toEqual([
    { url: 1, element: null },
    { url: null, element: 1 },
  ])

  place('public/company3/falta.png')
  const next = await move('G', tables)
  expect(next.moved?.media).toEqual({ found: 1, missing: 2 })
  const gina = await bakery().world.as({
    companyId: next.moved?.companyId ?? 0,
    id: 1,
    name: 'Rosa',
    email: 'rosa@padaria.test',
  })
  const { body } = await gina.get('/flowbuilder/flow/2')
  expect(JSON.stringify(body)).not.toContain('missingFile')
  expect((await move('G', { ...tables, FlowBuilders: tables.FlowBuilders.slice(0, 2) })).moved?.media).toEqual({
    found: 0,
    missing: 0,
  })
}, 120_000)

test('pictures of announcements come, to be seen by everybody; none from outside of the folder', async () => {
  place('public/company1/announcements/festa.png')
  place('public/company1/nota.txt', 'no picture')
  writeFileSync(join(bakery().folder, '..', 'secret.png'), dot)
  const announcement = (id: number, mediaPath: string | null) => ({
    id,
    title: `Aviso ${id}`,
    text: 'Olá',
    companyId: 1,
    status: true,
    mediaPath,
    mediaName: 'Festa.png',
    ...times(id),
  })
  const tables = {
    Announcements: [
      announcement(1, 'festa.png'),
      announcement(2, '../secret.png'),
      announcement(3, 'nota.txt'),
      announcement(4, null),
    ],
  }
  const { report } = await move('G', tables)
  const line = { table: 'Announcements', read: 4, written: 4, reasons: [{ reason: 'pictureMissing', rows: 2 }] }
  expect(report.host[1]).toMatchObject(line)
  const { body } = await (await bakery().world.as(bakery().world.ana)).get('/announcements')
  const pictures = body.records.map(({ title, mediaName }: Record<string, string>) => [title, mediaName])
  expect(pictures.toSorted()).toEqual([
    ['Aviso 1', 'Festa.png'],
    ['Aviso 2', null],
    ['Aviso 3', null],
    ['Aviso 4', null],
  ])
  const stored = () => readdirSync(join(bakery().world.dataDir, 'announcements')).length
  expect(stored()).toBe(1)
  expect((await move('G', tables)).report.host[1]).toMatchObject({ ...line, written: 0, known: 4 })
  expect(stored()).toBe(1)
}, 120_000)
