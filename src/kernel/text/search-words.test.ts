import { expect, test } from 'bun:test'
import { matchesSearch, rankBySearch, searchWords } from './search-words.contract'

const replies = [
  { code: 'obrigado', text: 'Obrigado, oi de novo' },
  { code: 'foi', text: 'Já foi' },
  { code: 'bom-oi', text: 'Bom dia' },
  { code: 'oito', text: 'Às oito' },
  { code: 'ola', text: 'Oi, tudo bem?' },
  { code: 'Oi', text: 'Olá' },
]
const ranked = (typed: string) => rankBySearch(replies, typed, ({ code, text }) => [code, text]).map(({ code }) => code)

test('ranks the whole text first, then its start, the start of a word, and anywhere; earlier texts first', () => {
  expect(ranked('oi')).toEqual(['Oi', 'oito', 'bom-oi', 'foi', 'ola', 'obrigado'])
  expect(ranked('OBRI')).toEqual(['obrigado'])
  expect(ranked('de obrigado')).toEqual(['obrigado'])
  expect(ranked('nada')).toEqual([])
  expect(ranked(' ')).toHaveLength(replies.length)
})

test('finds words in any order, regardless of case, accents, invisible characters and punctuation', () => {
  expect(matchesSearch('João Carlos da Silva', 'silva, JOAO')).toBe(true)
  expect(matchesSearch('João Carlos da Silva', 'silva pedro')).toBe(false)
  expect(searchWords('\u200b“Férias” (2026)!')).toEqual(['ferias', '2026'])
  expect(searchWords('???')).toEqual(['???'])
})
