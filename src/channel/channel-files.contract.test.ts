import { expect, test } from 'bun:test'
import { chargeParts, countMessages } from './charges.contract'
import { fileRuleOf } from './channel-files.contract'
import { channelRules } from './channel-rules.contract'
import { megabyte } from './rules.contract'

test('sends a file as the provider shows it, else as a document, if it takes one', () => {
  const rules: [name: string, type: string, size: number, way: string, sentAs?: string][] = [
    ['a.png', 'image/png', 5 * megabyte, 'inline'],
    ['a.png', ' IMAGE/PNG; x=1', 1, 'inline', 'image/png'],
    ['a.png', 'image/png', 5 * megabyte + 1, 'picture', 'image/jpeg'],
    ['a.gif', 'image/gif', 1, 'picture', 'image/jpeg'],
    ['a.mp4', 'video/mp4', 99 * megabyte, 'inline'],
    ['a.pdf', 'application/pdf', 1, 'document'],
    ['a.csv', 'text/csv', 1, 'document', 'text/plain'],
    ['a.CSV', '', 1, 'document', 'text/plain'],
    ['a.b.xlsx', 'application/zip', 1, 'document', channelRules.whatsappapi.documents?.types['xlsx']],
    ['a.doc', 'application/octet-stream', 1, 'document', 'application/msword'],
    ['a.pdf', 'video/avi', 1, 'refused'],
    ['a.exe', '', 1, 'refused'],
  ]
  for (const [name, type, size, way, sentAs = type] of rules) {
    const rule = fileRuleOf('whatsappapi', { name, type }, size)
    expect([name, type, rule.way, rule.type]).toEqual([name, type, way as 'inline', sentAs])
  }
  const bytesOf = (name: string, type: string) => fileRuleOf('whatsappapi', { name, type }).bytesMax / megabyte
  expect([bytesOf('a', 'image/png'), bytesOf('a', 'image/gif'), bytesOf('a', 'video/mp4')]).toEqual([25, 25, 16])
  expect([bytesOf('a', 'application/pdf'), bytesOf('a', 'x/y')]).toEqual([100, 100])
  const onWhatsApp = fileRuleOf('whatsapp', { name: 'a.exe', type: 'x/y' })
  expect(onWhatsApp).toEqual({ way: 'document', type: 'x/y', bytesMax: channelRules.whatsapp.fileBytesMax })
})

test('lists what messages cost, the most first, and estimates only what all have a price for', () => {
  const texts = {
    categories: { marketing: 'de marketing' },
    free: (count: string) => `${count} grátis`,
    estimate: (amount: string) => `cerca de ${amount}`,
  }
  const formats = { number: String, currency: (amount: number) => `R$ ${amount}` }
  const charge = (category: string, messages: number, isBillable = true) => ({ category, isBillable, messages })
  const partsOf = (charges: ReturnType<typeof charge>[], prices = {}) => chargeParts(charges, texts, formats, prices)
  const charges = [charge('utility', 2), charge('marketing', 3), charge('service', 9, false)]
  expect(partsOf(charges)).toEqual(['3 de marketing', '2 utility', '9 grátis'])
  expect(partsOf(charges, { marketing: 1 })).toEqual(partsOf(charges))
  expect(partsOf(charges, { marketing: 1, utility: 2 }).at(-1)).toBe('cerca de R$ 7')
  expect(partsOf([charge('marketing_lite', 2)], { marketing: 4 })).toEqual(['2 marketing_lite', 'cerca de R$ 8'])
  expect(partsOf([charge('service', 9, false)], { service: 1 })).toEqual(['9 grátis'])
  expect(partsOf([], {})).toEqual([])
  expect([countMessages(charges, true), countMessages(charges, false)]).toEqual([5, 9])
})
