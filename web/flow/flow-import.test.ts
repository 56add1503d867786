import { expect, test } from 'bun:test'
import { readFlowFile } from './flow-import'
import { measureProcessor } from '../../src/testing/clock/processor-time'

const exported = {
  name: 'Promoção',
  flow: {
    nodes: [
      { id: '1', type: 'start', position: { x: 0, y: 0 }, data: { label: 'Inicio do fluxo' } },
      { id: 'a', type: 'img', position: { x: 1, y: 0 }, data: { url: 'uploads/uma.png' } },
      {
        id: 'b',
        type: 'singleBlock',
        position: { x: 2, y: 0 },
        data: {
          seq: ['message0', 'img0'],
          elements: [
            { type: 'message', value: 'uma.png', number: 'message0' },
            { type: 'img', value: 'duas.png', original: 'duas.png', number: 'img0' },
          ],
        },
      },
    ],
    connections: [],
  },
  files: [
    { originalName: 'uma.png', url: 'uploads/uma.png', fileContent: 'AQID', mimeType: 'image/png' },
    { originalName: 'duas.png', url: 'uploads/duas.png', fileContent: 'BAU=', mimeType: 'image/png' },
    { originalName: 'x', url: 'uploads/x', fileContent: '%%%' },
    null,
    { url: 5 },
  ],
}

test('separates the files of an exported flow, and puts the stored names in their place', async () => {
  const { text, files, withNames } = readFlowFile(JSON.stringify(exported))
  expect(text).not.toContain('AQID')
  expect(files.map(({ address, file }) => [address, file.name, file.type])).toEqual([
    ['uploads/uma.png', 'uma.png', 'image/png'],
    ['uploads/duas.png', 'duas.png', 'image/png'],
  ])
  expect(await Promise.all(files.map(async ({ file }) => [...(await file.bytes())]))).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
  const names = new Map([
    ['uploads/uma.png', 'stored-1.png'],
    ['uploads/duas.png', 'stored-2.png'],
  ])
  const { flow } = JSON.parse(withNames(names)) as typeof exported
  expect(flow.nodes[1]?.data.url).toBe('stored-1.png')
  expect(flow.nodes[2]?.data.elements?.map(({ value }) => value)).toEqual(['uma.png', 'stored-2.png'])
})

test('leaves other files as they are', () => {
  for (const text of ['', 'nada', '[]', 'null', '{"nodes":[]}', '{"files":"fileContent"}', '{"fileContent":1}']) {
    expect(readFlowFile(text)).toMatchObject({ text, files: [] })
    expect(readFlowFile(text).withNames(new Map([['a', 'b']]))).toBe(text)
  }
})

test('reads 60,000 equal signs and a thousand files in no time', () => {
  const file = { url: 'uploads/a', fileContent: '='.repeat(60_000) }
  const tookMs = measureProcessor()
  const { files } = readFlowFile(JSON.stringify({ ...exported, files: Array.from({ length: 1000 }, () => file) }))
  expect(files).toEqual([])
  expect(tookMs()).toBeLessThan(2_000)
})
