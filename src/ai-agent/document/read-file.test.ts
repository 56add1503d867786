import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createWorld, type World } from '../../testing/world/world'
import { agentRecords } from '../agent/agent.record'
import { AgentBody } from '../agent/agent.contract'
import { listProducts, saveProducts } from '../agent/product.commands'
import { agentFilePartTable, aiModelTable } from '../ai-agent.tables'
import { readKnowledge } from '../answer/read-knowledge'
import { createAiProvider } from '../provider/ai-provider.commands'
import * as v from 'valibot'

let world: World
beforeEach(async () => {
  world = await createWorld()
  const ctx = world.ctxAs(world.ana)
  createAiProvider(ctx, { name: 'OpenAI', base_url: 'https://ai.test/v1', api_key: 'sk-test' })
  ctx.db.insert(aiModelTable).values({ providerId: 1, name: 'gpt-small' }).run()
  agentRecords.createFrom(ctx, v.parse(AgentBody, { name: 'Lia', agentTypeId: 1, aiProviderId: 1, aiModelListId: 1 }))
})
afterEach(() => world.stop())

/** A PDF written by hand: a page for each text, in Latin letters without accents. */
function pdfOf(pages: readonly string[]): string {
  const first = 4
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
      const font = '/Resources << /Font << /F1 3 0 R >> >>'
      return [
        `<< /Type /Page /Parent 2 0 R ${font} /MediaBox [0 0 99999 792] /Contents ${first + index * 2 + 1} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`
  return `${body}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`
}

async function addFile(name: string, content: string) {
  const file = new File([content], name, { type: 'application/pdf' })
  const texts = { description: '', paymentConditions: '', specialOffers: '' }
  const products = [{ id: null, index: undefined, name, price: null, ...texts }]
  await saveProducts(world.ctxAs(world.ana), { agentId: 1, products, files: new Map([[0, [file]]]), kept: new Map() })
  const before = stateOf(name)
  await world.runJobs(1)
  return [before, stateOf(name)]
}
const stateOf = (name: string) =>
  listProducts(world.ctxAs(world.ana), 1).find((product) => product.name === name)?.files[0]?.text

test('answers questions from the text of a PDF, with the page', async () => {
  const pages = ['Garantia de dois anos para motores', 'Estacionamento gratuito no subsolo']
  expect(await addFile('manual.pdf', pdfOf(pages))).toEqual(['waiting', 'read'])
  const { text, sources } = readKnowledge(world.ctx(1), 1, 'Tem estacionamento?')
  expect(text).toContain('- "manual.pdf", page 2:\nEstacionamento gratuito no subsolo')
  expect(sources).toEqual([{ kind: 'file', itemId: 1, title: 'manual.pdf', page: 2 }])
})

test('reads files of a product one after the other, also one added later', async () => {
  await addFile('a.pdf', pdfOf(['Um', 'Dois']))
  const ctx = world.ctxAs(world.ana)
  const [product] = listProducts(ctx, 1)
  if (!product) throw new Error('It was added')
  const file = new File([pdfOf(['Tres', 'Quatro'])], 'b.pdf', { type: 'application/pdf' })
  const kept = new Map([[0, product.files.map(({ id }) => id)]])
  await saveProducts(ctx, { agentId: 1, products: [product], files: new Map([[0, [file]]]), kept })
  await world.runJobs(1)
  const { text } = readKnowledge(world.ctx(1), 1, 'Tudo?')
  expect(text.match(/Um|Dois|Tres|Quatro/g)).toEqual(['Um', 'Dois', 'Tres', 'Quatro'])
})

test.each([
  ['sentences', 'Garantia de dois anos para motores. '.repeat(90).trim(), ' ', /\.$/],
  ['words', 'garantia '.repeat(350).trim(), ' ', /garantia$/],
  ['letters', Array.from({ length: 800 }, (_, index) => 1000 + index).join(''), '', /\d$/],
])('a long page is split between %s, of which none is lost', async (_, page, between, end) => {
  await addFile('longo.pdf', pdfOf([page]))
  const parts = world.ctx(1).db.select({ text: agentFilePartTable.text }).from(agentFilePartTable).all()
  expect(parts.map(({ text }) => text).join(between)).toBe(page)
  expect(parts).toHaveLength(3)
  for (const { text } of parts) {
    expect(text).toMatch(end)
    expect(text.length).toBeLessThanOrEqual(1_500)
  }
})

test.each([
  ['damaged', '%PDF-1.4\nno objects'],
  ['without text', pdfOf([''])],
  ['that refers to itself', pdfOf(['x']).replace('/Parent 2 0 R', '/Parent 4 0 R').replace('[4 0 R]', '[2 0 R]')],
])(
  'a PDF %s is kept and marked as unreadable',
  async (name, content) => {
    expect(await addFile(`${name}.pdf`, content)).toEqual(['waiting', 'failed'])
    expect(readKnowledge(world.ctx(1), 1, 'garantia').sources).toEqual([])
  },
  90_000,
)
